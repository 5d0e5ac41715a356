// Bounces over HTTP, on the control port: the raw mail. Callers send the control token.
import type { Request, RequestHandler, Response } from "express";
import { clientKey, type IsTrusted, readClient } from "../client-address.ts";
import type { RelayConfig } from "../config/config.ts";
import { RefusedError } from "../errors.ts";
import { MAX_BOUNCE_BYTES, parseBounce } from "../mail/parse-bounce.ts";
import type { TakeBounce } from "../service/take-bounces.ts";
import type { Outbox } from "../store/outbox.ts";
import { isSame } from "./caller.ts";
import { readBytes } from "./read-body.ts";

const BOUNCE_PATH = "/bounces";

interface BounceRouteParts {
  readonly config: Pick<RelayConfig, "desk">;
  readonly takeBounce: TakeBounce;
  readonly outbox: Pick<Outbox, "spend">;
  readonly isTrusted: IsTrusted;
  readonly now: () => number;
  /** Milliseconds a body may take. */
  readonly bodyMs: number;
}

/** Wrong tokens from one address. A right one is never refused: a provider sends its reports from many. */
const TRIES = { count: 10, windowMs: 900_000 };

/** Without a control token there is no such address. */
export function createBounceRoute(parts: BounceRouteParts): RequestHandler {
  return (request, response, next) => {
    const token = parts.config.desk?.token ?? null;
    if (request.path !== BOUNCE_PATH || request.method !== "POST" || token === null) return next();
    response.locals.route = "bounces";
    answer(parts, token, request, response).catch(next);
  };
}

async function answer(parts: BounceRouteParts, token: string, request: Request, response: Response): Promise<void> {
  await checkToken(parts, token, request);
  const bytes = await readBytes(request, parts.bodyMs, MAX_BOUNCE_BYTES);
  const type = (request.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== "message/rfc822")
    throw new RefusedError("unsupported_type", "The body's type is not taken.", {
      hint: "Send the raw mail as message/rfc822.",
    });
  const recipient = request.headers["x-recipient"];
  const report = await parseBounce(bytes, typeof recipient === "string" ? recipient : null);
  const text = JSON.stringify({ data: { outcome: await parts.takeBounce(report) }, error: null });
  response.statusCode = 200;
  response.setHeader("content-type", "application/json; charset=utf-8");
  response.setHeader("content-length", Buffer.byteLength(text));
  response.end(text);
}

/** A bearer, or the password of an address such as https://relay:TOKEN@…, which is all that some providers can send. */
async function checkToken(
  { outbox, isTrusted, now }: BounceRouteParts,
  token: string,
  request: Request,
): Promise<void> {
  const [, scheme = "", value = ""] = /^(bearer|basic)\s+(.+)$/i.exec(request.headers.authorization ?? "") ?? [];
  const given =
    scheme.toLowerCase() === "basic"
      ? Buffer.from(value, "base64")
          .toString("utf8")
          .replace(/^[^:]*:/, "")
      : value;
  if (isSame(given, token)) return;
  const key = `bounces:${clientKey(readClient(request, isTrusted).address)}`;
  const { retryAfterMs } = await outbox.spend([{ key, ...TRIES }], now());
  if (retryAfterMs !== null)
    throw new RefusedError("rate_limited", "Too many calls with a wrong token came from here.", {
      headers: { "retry-after": String(Math.ceil(retryAfterMs / 1000)) },
    });
  throw new RefusedError("key_not_allowed", "The token is missing or wrong.", {
    hint: "Send RELAY_CONTROL_TOKEN as authorization: Bearer.",
    headers: { "www-authenticate": 'Basic realm="bounces"' },
  });
}
