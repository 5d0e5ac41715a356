// Who may call commands and bounces: on the local socket, whoever could open it; on the control port, callers with the control token.
import type { IncomingMessage } from "node:http";
import { clientKey, type IsTrusted, readClient } from "../client-address.ts";
import { RefusedError } from "../errors.ts";
import type { Outbox } from "../store/outbox.ts";
import { isSame } from "./caller.ts";

interface TokenParts {
  readonly token: string;
  readonly outbox: Pick<Outbox, "spend">;
  readonly isTrusted: IsTrusted;
  readonly now: () => number;
}

/** Rejects with RefusedError. */
export type CheckCaller = (request: IncomingMessage) => Promise<void>;

/** Wrong tokens from one address. A right one is never refused: a provider sends its reports from many. */
const TRIES = { count: 10, windowMs: 900_000 };

/** A bearer, or the password of an address such as https://relay:TOKEN@…, which is all that some providers can send. */
export function createTokenCheck({ token, outbox, isTrusted, now }: TokenParts): CheckCaller {
  return async (request) => {
    const [, scheme = "", value = ""] = /^(bearer|basic)\s+(.+)$/i.exec(request.headers.authorization ?? "") ?? [];
    const isBasic = scheme.toLowerCase() === "basic";
    const given = isBasic
      ? Buffer.from(value, "base64")
          .toString("utf8")
          .replace(/^[^:]*:/, "")
      : value;
    if (isSame(given, token)) return;
    const key = `control:${clientKey(readClient(request, isTrusted).address)}`;
    const { retryAfterMs } = await outbox.spend([{ key, ...TRIES }], now());
    if (retryAfterMs !== null)
      throw new RefusedError("rate_limited", "Too many calls with a wrong token came from here.", {
        headers: { "retry-after": String(Math.ceil(retryAfterMs / 1000)) },
      });
    throw new RefusedError("key_not_allowed", "The token is missing or wrong.", {
      hint: "Send RELAY_CONTROL_TOKEN as authorization: Bearer.",
      headers: { "www-authenticate": 'Basic realm="relay"' },
    });
  };
}
