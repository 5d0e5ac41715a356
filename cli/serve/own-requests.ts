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

/**
 * Whether a script of an open page asks, by `fetch`: no link, form, picture or frame. Browsers say so themselves, and no page can make them
 * say anything else; programs that are no browser say nothing.
 */
export function isOwnScript({ headers }: Pick<IncomingMessage, "headers">): boolean {
  const says = (name: string, allowed: readonly string[]) =>
    headers[name] === undefined || allowed.includes(String(headers[name]));
  return (
    says("sec-fetch-site", ["same-origin"]) &&
    says("sec-fetch-mode", ["cors", "same-origin"]) &&
    says("sec-fetch-dest", ["empty"])
  );
}

/** Whether the request comes from this machine, and was not passed on by it for another. */
export function isFromThisMachine({ headers, socket }: Pick<IncomingMessage, "headers" | "socket">): boolean {
  const [remote = "", local] = [socket.remoteAddress, socket.localAddress].map((address) =>
    address?.replace(/^::ffff:(?=\d+\.)/i, ""),
  );
  const isPassedOn = ["forwarded", "via", "x-forwarded-for", "x-real-ip"].some((name) => headers[name] !== undefined);
  return !isPassedOn && (/^127\.|^::1$/.test(remote) || (remote !== "" && remote === local));
}
