import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** What a page must know to ask this server for more than files. */
export const createToken = (): string => randomBytes(24).toString("base64url");

const digest = (text: string) => createHash("sha256").update(text).digest();

export const isToken = (given: unknown, token: string): boolean =>
  typeof given === "string" && timingSafeEqual(digest(given), digest(token));

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Whether a page of this very server asks: another site's page can send requests here from a visitor's browser, and a name of its own can
 * be made to lead here. `host` is the address that the server was told to listen on.
 */
export function isOwnRequest({ headers }: IncomingMessage, host: string): boolean {
  const asked = headers.host ?? "";
  const name = asked.replace(/:\d+$/, "");
  // Whoever listens on all addresses is reached by many, but never by a name that a foreign page may own.
  const isAddress = (host === "0.0.0.0" || host === "::") && /^(?:[\d.]+|\[[\da-f:]+\])$/i.test(name);
  if (!LOOPBACK.has(name) && name !== host && name !== `[${host}]` && !isAddress) return false;
  if (headers.origin !== undefined && headers.origin !== `http://${asked}`) return false;
  const site = headers["sec-fetch-site"];
  return site === undefined || site === "same-origin" || site === "none";
}
