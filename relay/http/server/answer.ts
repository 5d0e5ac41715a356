// What callers get: JSON in the shape of the contract, or, for a plain form, the way to a page of the site.
import type { IncomingMessage, ServerResponse } from "node:http";
import { type ContactEmailResponse, REPLY_PAGES } from "../../contract.ts";
import { type ErrorCode, errorCodes, RefusedError, StoreError, type StoreFailure } from "../../errors.ts";
import type { RelayEvent } from "../../observe/relay-event.ts";

/** An answer in progress, and what is reported of it afterwards. */
export type HttpAnswer = ServerResponse & {
  readonly locals: {
    readonly requestId: string;
    route: Extract<RelayEvent, { type: "answered" }>["route"];
    /** One of the contract's codes where the request was refused. */
    code: ErrorCode | null;
  };
};

export function sendJson(response: ServerResponse, status: number, body: ContactEmailResponse): void {
  sendText(response, status, "application/json; charset=utf-8", JSON.stringify(body));
}

export function sendText(response: ServerResponse, status: number, type: string, text: string): void {
  response.statusCode = status;
  response.setHeader("content-type", type);
  response.setHeader("content-length", Buffer.byteLength(text));
  response.end(text);
}

export const sendHtml = (response: ServerResponse, status: number, html: string): void =>
  sendText(response, status, "text/html; charset=utf-8", html);

/** The page a plain form leads to; never an address from the request. Null where the site is not known. */
export const replyPageOf = (siteUrl: string | null, outcome: keyof typeof REPLY_PAGES): string | null =>
  siteUrl === null ? null : new URL(REPLY_PAGES[outcome].slice(1), siteUrl).href;

export function sendTo(response: ServerResponse, address: string): void {
  response.statusCode = 303;
  response.setHeader("location", address);
  response.setHeader("content-length", 0);
  response.end();
}

/** Refusals that may be over in a moment, and when to try again, in seconds. */
const PASSING: Partial<Record<StoreFailure, string>> = {
  locked: "5",
  unreachable: "5",
  closed: "10",
  "sync-failed": "10",
  moved: "10",
};

/** What an answer says of any error: only words of our own. */
export function asRefused(error: unknown): RefusedError {
  if (error instanceof RefusedError) return error;
  if (error instanceof StoreError)
    return new RefusedError("not_durable", "The request could not be stored safely; nothing was accepted.", {
      hint: "Send it again in a little while. The same idempotency-key makes sure that it counts once.",
      headers: { "retry-after": PASSING[error.failure] ?? "60" },
      cause: error,
    });
  const status = Number((error as { status?: unknown } | null)?.status);
  if (error instanceof URIError || (status >= 400 && status < 500))
    return new RefusedError("bad_request", "The request cannot be read.", { cause: error });
  return new RefusedError("internal_error", "The relay has a fault of its own; nothing was accepted.", {
    hint: "Send it again in a little while.",
    cause: error,
  });
}

export function sendRefusal(response: ServerResponse, refusal: RefusedError, requestId: string): void {
  for (const [name, value] of Object.entries(refusal.headers)) response.setHeader(name, value);
  const { message, details, hint, code, fields } = refusal;
  sendJson(response, errorCodes[code], { data: null, error: { message, details, hint, code, requestId, fields } });
}

const DISCARD_MS = 2000;

/**
 * After an answer to a body that was not read to its end: further bytes are discarded for a moment, so that the caller can
 * read the answer instead of a reset. Then the connection is closed.
 */
export function cutOff(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete) return;
  response.setHeader("connection", "close");
  request.resume();
  const timer = setTimeout(() => request.socket.destroy(), DISCARD_MS).unref();
  // Otherwise it would keep each request in memory for that time.
  request.once("close", () => clearTimeout(timer));
}
