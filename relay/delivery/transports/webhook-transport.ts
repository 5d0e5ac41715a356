// Calls to receivers: one POST of JSON, signed, to an address that the operator named. Each has a connection of its own: one that was kept could
// break just when it is used again, and nobody would know whether the call came through.

import { createHmac } from "node:crypto";
import { once } from "node:events";
import * as http from "node:http";
import * as https from "node:https";
import { version } from "../../version.ts";
import { brokenCall, judgementOf } from "./classify-call.ts";
import type { Delivered } from "./mail-transport.ts";
import { SendFailure } from "./send-failure.ts";
import { parseReply } from "./smtp-reply.ts";

export interface WebhookCall {
  /** The same at every attempt: receivers recognise a repeated call by it. */
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
  /** Each secret makes a signature. */
  readonly secrets: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly timeoutMs?: number;
  /** A certificate to trust besides the system's, in PEM. */
  readonly ca?: string;
}

/** The time for a whole call; a slow receiver is tried again. */
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
  // The status decides, even if the body breaks off.
  request.on("error", () => {});
  try {
    const [response] = (await once(request.end(body), "response")) as [http.IncomingMessage];
    const { statusCode: status = 0, statusMessage = "" } = response;
    const beginning = await beginningOf(response);
    return { status, text: parseReply(`${`${status} ${statusMessage}`.trim()} ${beginning}`).text };
  } catch (error) {
    throw brokenCall(error as NodeJS.ErrnoException, isSent, timeout.aborted, stop.aborted);
  }
}

/** At most so many bytes, and what came of an answer that breaks off. */
async function beginningOf(answer: AsyncIterable<Buffer>): Promise<string> {
  let bytes = Buffer.alloc(0);
  try {
    for await (const chunk of answer) {
      bytes = Buffer.concat([bytes, chunk]);
      if (bytes.length >= MAX_ANSWER) break;
    }
  } catch {}
  return bytes.subarray(0, MAX_ANSWER).toString();
}

interface CallAnswer {
  readonly status: number;
  /** Status and the beginning of the answer, on one line. */
  readonly text: string;
}
