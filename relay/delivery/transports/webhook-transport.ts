// Calls to receivers: one POST of JSON, signed, to an address that the operator named. Each has a connection of its own: one that was kept could
// break just when it is used again, and nobody would know whether the call came through.

import { createHmac } from "node:crypto";
import { once } from "node:events";
import * as http from "node:http";
import * as https from "node:https";
import { version } from "../../version.ts";
import type { FailureReason } from "./failure-reason.ts";
import type { Delivered } from "./mail-transport.ts";
import { type FailureFacts, SendFailure } from "./send-failure.ts";
import { parseReply } from "./smtp-reply.ts";

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
      // Our own setting, not the request's fault: it waits until that is right.
      const reply = "Its address is no longer one of those that the relay may call.";
      if (!origins.has(url.origin))
        throw new SendFailure({ outcome: "deferred", reason: "not-allowed", scope: "route", reply });
      const timestamp = String(Math.floor(settings.now() / 1000));
      const headers = {
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(body)),
        "user-agent": `eventsite-relay/${version}`,
        "eventsite-id": id,
        "eventsite-timestamp": timestamp,
        "eventsite-signature": settings.secrets.map((secret) => signatureOf(secret, timestamp, body)).join(","),
      };
      const ca = settings.ca === undefined ? {} : { ca: settings.ca };
      const timeoutMs = settings.timeoutMs ?? WEBHOOK_TIMEOUT_MS;
      const answer = await post(url, { headers, ...ca }, body, timeoutMs, signal);
      if (answer.status >= 200 && answer.status < 300) return { reply: answer.text, queueId: null };
      const [outcome, reason, scope] = judgementOf(answer.status);
      throw new SendFailure({ outcome, reason, scope, smtpCode: answer.status, reply: answer.text });
    },
  };
}

/** "v1=" and the HMAC-SHA256 of "<timestamp>.<body>" in hex. */
const signatureOf = (secret: string, timestamp: string, body: string): string =>
  `v1=${createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex")}`;

async function post(
  url: URL,
  options: Pick<https.RequestOptions, "headers" | "ca">,
  body: string,
  timeoutMs: number,
  stop: AbortSignal,
): Promise<CallAnswer> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([timeout, stop]);
  const { request: begin } = url.protocol === "https:" ? https : http;
  const request = begin(url, { ...options, method: "POST", agent: false, signal });
  let isSent = false;
  request.once("finish", () => {
    isSent = true;
  });
  // What the answer's status says holds, however its body goes on.
  request.on("error", () => {});
  try {
    const [response] = (await once(request.end(body), "response")) as [http.IncomingMessage];
    const { statusCode: status = 0, statusMessage = "" } = response;
    const words = await beginningOf(response);
    return { status, text: parseReply(`${`${status} ${statusMessage}`.trim()} ${words}`).text };
  } catch (error) {
    throw brokenCall(error as NodeJS.ErrnoException, isSent, timeout.aborted, stop.aborted);
  }
}

/** At most so many bytes, and what came of an answer that breaks off. */
async function beginningOf(answer: AsyncIterable<Buffer>): Promise<string> {
  let read = Buffer.alloc(0);
  try {
    for await (const chunk of answer) {
      read = Buffer.concat([read, chunk]);
      if (read.length >= MAX_ANSWER) break;
    }
  } catch {}
  return read.subarray(0, MAX_ANSWER).toString();
}

// A call that failed, sorted: wait and try again, or give it up.

interface CallAnswer {
  readonly status: number;
  /** Status and the beginning of the answer, on one line. */
  readonly text: string;
}

/** The receiver says that it will take calls again. */
const LATER: readonly number[] = [408, 425, 429];
/** The receiver is not there, or not ready, for any call. */
const AWAY: readonly number[] = [502, 503, 504];

/** An answer that is not 2xx. A redirect is not followed and counts as a fault. */
function judgementOf(status: number): [FailureFacts["outcome"], FailureReason, FailureFacts["scope"]] {
  if (LATER.includes(status)) return ["deferred", "receiver-busy", "mail"];
  if (status >= 400 && status < 500) return ["dead", "receiver-refused", "mail"];
  if (status >= 300 && status < 400) return ["deferred", "redirected", "route"];
  return ["deferred", "receiver-failed", AWAY.includes(status) ? "route" : "mail"];
}

/** No answer came. What was sent as a whole may have arrived. */
function brokenCall(error: NodeJS.ErrnoException, isSent: boolean, isTimeout: boolean, isStopped: boolean) {
  const { code = "", message } = error;
  const reason = isTimeout ? "timeout" : isStopped ? "stopped" : reasonOf(code);
  const facts = { scope: "route", reply: isTimeout || isStopped ? null : parseReply(message).text } as const;
  if (!isSent) return new SendFailure({ outcome: "deferred", reason, ...facts }, error);
  const broken = reason === "stopped" ? "no-answer" : reason;
  return new SendFailure({ outcome: "broken-after-data", reason: broken, ...facts }, error);
}

function reasonOf(code: string): FailureReason {
  if (/^(?:ENOTFOUND|EAI_)/.test(code)) return "dns";
  if (/CERT|ERR_TLS|ERR_SSL|EPROTO|SIGNATURE|ISSUER/.test(code)) return "tls";
  if (code.startsWith("HPE_")) return "protocol";
  if (/^(?:ECONNRESET|EPIPE)$/.test(code)) return "cut-off";
  if (code === "ETIMEDOUT") return "timeout";
  return /^E[A-Z]+$/.test(code) ? "unreachable" : "internal";
}
