// Calls to receivers: one POST of JSON, signed, to an address that the operator named, and to no other: no redirect is followed.
// Every call has a connection of its own: one that was kept could break just when
// it is used again, and nobody would know whether the call came through.
import { createHmac } from "node:crypto";
import * as http from "node:http";
import * as https from "node:https";
import type { FailureReason } from "../operators/plain-words.ts";
import { parseReply } from "./classify-failure.ts";
import { type Delivered, type FailureFacts, nonSmtpFailure, SendFailure } from "./mail-transport.ts";

export interface WebhookCall {
  /** The same at every attempt: by it a receiver knows a call that comes again. */
  readonly id: string;
  readonly url: string;
  /** JSON, the same at every attempt. */
  readonly body: string;
}

export interface WebhookTransport {
  /** Settles when the receiver has answered with 2xx. Rejects with `SendFailure` alone. */
  send(call: WebhookCall, signal: AbortSignal): Promise<Delivered>;
}

export interface WebhookSettings {
  /** Addresses that may be called, by protocol, host and port. */
  readonly urls: readonly string[];
  /** Each signs. */
  readonly secrets: readonly string[];
  readonly userAgent: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly timeoutMs?: number;
  /** A certificate to trust besides the system's, in PEM. */
  readonly ca?: string;
}

/** For a call as a whole; a slow receiver is tried again. */
const WEBHOOK_TIMEOUT_MS = 10_000;
/** Bytes of an answer that are read; the rest is left. */
const MAX_ANSWER = 2048;

export function createWebhookTransport(settings: WebhookSettings): WebhookTransport {
  const origins = new Set(settings.urls.map((url) => new URL(url).origin));
  return {
    async send({ id, url: text, body }, signal) {
      const url = new URL(text);
      if (!origins.has(url.origin)) throw notAllowed("Its address is no longer one of those that the relay may call.");
      const timestamp = String(Math.floor(settings.now() / 1000));
      const headers = {
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(body)),
        "user-agent": settings.userAgent,
        "eventsite-id": id,
        "eventsite-timestamp": timestamp,
        "eventsite-signature": settings.secrets.map((secret) => signatureOf(secret, timestamp, body)).join(","),
      };
      const ca = settings.ca === undefined ? {} : { ca: settings.ca };
      const timeoutMs = settings.timeoutMs ?? WEBHOOK_TIMEOUT_MS;
      const answer = await post(url, { headers, ...ca }, body, timeoutMs, signal);
      if (answer.status >= 200 && answer.status < 300) return { reply: answer.text, queueId: null };
      throw refusedCall(answer, settings.now());
    },
  };
}

/** "v1=" and the HMAC-SHA256 of "<timestamp>.<body>" in hex. */
const signatureOf = (secret: string, timestamp: string, body: string): string =>
  `v1=${createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex")}`;

function post(
  url: URL,
  options: Pick<https.RequestOptions, "headers" | "ca">,
  body: string,
  timeoutMs: number,
  stop: AbortSignal,
): Promise<CallAnswer> {
  const timeout = AbortSignal.timeout(timeoutMs);
  return new Promise((resolve, reject) => {
    const request = (url.protocol === "https:" ? https : http).request(url, {
      ...options,
      method: "POST",
      agent: false,
      signal: AbortSignal.any([timeout, stop]),
    });
    let isSent = false;
    request.on("finish", () => {
      isSent = true;
    });
    let isAnswered = false;
    request.on("error", (error: NodeJS.ErrnoException) => {
      // What the answer's status says holds, however its body goes on.
      if (!isAnswered) reject(brokenCall(error, { isSent, isTimeout: timeout.aborted, isStopped: stop.aborted }));
    });
    request.on("response", (response) => {
      isAnswered = true;
      const chunks: Buffer[] = [];
      let size = 0;
      const settle = () => {
        const words = Buffer.concat(chunks).subarray(0, MAX_ANSWER).toString("utf8");
        const status = response.statusCode ?? 0;
        const { text } = parseReply([`${status} ${response.statusMessage ?? ""}`.trim(), words].join(" "));
        resolve({ status, text, retryAfter: response.headers["retry-after"] ?? null });
      };
      response.on("error", () => {});
      response.on("close", settle);
      response.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size >= MAX_ANSWER) response.destroy();
      });
    });
    request.end(body);
  });
}

// A call that failed, sorted: wait and try again, or give it up.

interface CallAnswer {
  readonly status: number;
  /** Status and the beginning of the answer, on one line. */
  readonly text: string;
  readonly retryAfter: string | null;
}

/** The receiver says that it will take calls again. */
const LATER: readonly number[] = [408, 425, 429];
/** The receiver is not there, or not ready, for any call. */
const AWAY: readonly number[] = [502, 503, 504];

/** An answer that is not 2xx. Given up where the receiver will not have the call; a redirect is not followed and counts as a fault. */
function refusedCall({ status, text, retryAfter }: CallAnswer, now: number): SendFailure {
  const [outcome, reason, scope] = judgementOf(status);
  const retryAfterMs = outcome === "dead" ? null : retryAfterOf(retryAfter, now);
  return new SendFailure({ outcome, reason, scope, smtpCode: status, enhancedCode: null, reply: text, retryAfterMs });
}

function judgementOf(status: number): [FailureFacts["outcome"], FailureReason, FailureFacts["scope"]] {
  if (LATER.includes(status)) return ["deferred", "receiver-busy", "mail"];
  if (status >= 400 && status < 500) return ["dead", "receiver-refused", "mail"];
  if (status >= 300 && status < 400) return ["deferred", "redirected", "route"];
  return ["deferred", "receiver-failed", AWAY.includes(status) ? "route" : "mail"];
}

/** Seconds, or a date. */
function retryAfterOf(text: string | null, now: number): number | null {
  if (text === null) return null;
  const at = /^\d{1,9}$/.test(text.trim()) ? now + Number(text) * 1000 : Date.parse(text);
  return Number.isNaN(at) || at <= now ? null : at - now;
}

/** No answer came. What was sent as a whole may have arrived. */
function brokenCall(
  error: NodeJS.ErrnoException,
  how: { readonly isSent: boolean; readonly isTimeout: boolean; readonly isStopped: boolean },
): SendFailure {
  const code = error.code ?? "";
  const reason = how.isTimeout ? "timeout" : how.isStopped ? "stopped" : reasonOf(code);
  const outcome = how.isSent ? "broken-after-data" : "deferred";
  const isOurs = how.isStopped && !how.isTimeout;
  return waiting(
    outcome,
    how.isSent && isOurs ? "no-answer" : reason,
    WORDS[reason] ?? `The call failed (${code}).`,
    error,
  );
}

/** Our own setting, not the request's fault: it waits until that is right. */
const notAllowed = (reply: string): SendFailure => waiting("deferred", "not-allowed", reply);

const waiting = (outcome: FailureFacts["outcome"], reason: FailureReason, reply: string, cause?: unknown) =>
  nonSmtpFailure({ outcome, reason, scope: "route", reply }, cause);

const WORDS: Partial<Record<FailureReason, string>> = {
  timeout: "The receiver took too long.",
  dns: "The receiver's name was not found.",
  unreachable: "The receiver could not be reached.",
  tls: "The receiver's certificate is not accepted, or it speaks no TLS.",
  "cut-off": "The line broke before the receiver answered.",
  protocol: "The receiver's answer is not HTTP.",
};

function reasonOf(code: string): FailureReason {
  if (/^(?:ENOTFOUND|EAI_)/.test(code)) return "dns";
  if (/CERT|ERR_TLS|ERR_SSL|EPROTO|SIGNATURE|ISSUER/.test(code)) return "tls";
  if (code.startsWith("HPE_")) return "protocol";
  if (/^(?:ECONNRESET|EPIPE)$/.test(code)) return "cut-off";
  if (code === "ETIMEDOUT") return "timeout";
  return /^E[A-Z]+$/.test(code) ? "unreachable" : "internal";
}
