import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { clientKey, readClient } from "../../client-address.ts";
import { RefusedError } from "../../errors.ts";
import type { HttpParts } from "./http-parts.ts";
import { header, isPlainForm } from "./request-headers.ts";

const bearerOf = (request: IncomingMessage): string => header(request, "authorization").replace(/^bearer\s+/i, "");

/** Compares hashes, which are of equal length, in constant time: how long it takes does not show where they differ. */
export function isSame(token: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(token), digest(expected));
}

/**
 * Answers which of the keys was sent, from 1; null where none is needed. Throws RefusedError `key_not_allowed`. A page of an allowed site
 * without script, which cannot send headers, needs no key: the key, which any page shows, separates honest callers of one site from those of
 * another, and is no protection from others.
 */
export function checkKey(request: IncomingMessage, publicKeys: readonly string[]): number | null {
  if (publicKeys.length === 0 || (isPlainForm(request) && request.headers.origin !== undefined)) return null;
  const sentKeys = [header(request, "apikey"), bearerOf(request)];
  const matches = publicKeys.map((key) => sentKeys.map((each) => isSame(each, key)).includes(true));
  if (matches.includes(true)) return matches.indexOf(true) + 1;
  throw new RefusedError("key_not_allowed", "The key is none that this relay knows.", {
    hint: "Send the public key as the header apikey, or as authorization: Bearer.",
  });
}

/** Wrong tokens from one address. A right token is never refused, because a provider sends its reports from many addresses. */
const TRIES = { count: 10, windowMs: 900_000 };

/** Rejects with RefusedError where the control token is not the bearer. */
export function createTokenCheck(token: string, { outbox, isTrusted, clock }: HttpParts) {
  return async (request: IncomingMessage): Promise<void> => {
    if (isSame(bearerOf(request), token)) return;
    const key = `control:${clientKey(readClient(request, isTrusted).address)}`;
    const { retryAfterMs } = await outbox.spend([{ key, ...TRIES }], clock.now());
    if (retryAfterMs !== null)
      throw new RefusedError("rate_limited", "Too many calls with a wrong token came from here.", {
        headers: { "retry-after": String(Math.ceil(retryAfterMs / 1000)) },
      });
    throw new RefusedError("key_not_allowed", "The token is missing or wrong.", {
      hint: "Send RELAY_CONTROL_TOKEN as authorization: Bearer.",
      headers: { "www-authenticate": 'Bearer realm="relay"' },
    });
  };
}
