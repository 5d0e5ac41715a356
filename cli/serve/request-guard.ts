import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { isLoopback } from "../../relay/loopback.ts";

/** The token that a page needs to request more than files. */
export const createToken = (): string => randomBytes(24).toString("base64url");

const digest = (text: string) => createHash("sha256").update(text).digest();

export const isToken = (sent: unknown, token: string): boolean =>
  typeof sent === "string" && timingSafeEqual(digest(sent), digest(token));

/** The names by which a server is reached, besides those of this machine. */
export interface ServerNames {
  /** The name or address that it listens on. */
  readonly host: string;
  /** Names of a proxy, a tunnel or a container in front of it. */
  readonly allowedHosts: readonly string[];
}

/** "0.0.0.0", "::" and their other spellings: every address of the machine. */
export const EVERY_ADDRESS = /^(?:[0.]+|[0:]+)$/;

/** A name in the form in which names are compared: in lower case, without a final dot and the brackets of IPv6. */
const plainName = (host: string): string => host.toLowerCase().replace(/^\[(.*)\]$|\.$/g, "$1");

/** The host that a request names, without its port; "" where it names none. */
export function hostAskedFor({ headers }: Pick<IncomingMessage, "headers">): string {
  const [, name = ""] = /^(\[[^\]]*\]|[^:]*)(?::\d*)?$/.exec(headers.host ?? "") ?? [];
  return plainName(name);
}

/**
 * Whether a request names this server as its host. Another site can let its own name resolve to this machine and read the answers as its
 * own (DNS rebinding).
 */
export function isForThisServer(
  request: Pick<IncomingMessage, "headers">,
  { host, allowedHosts }: ServerNames,
): boolean {
  const name = hostAskedFor(request);
  if (isLoopback(name) || [host, ...allowedHosts].map(plainName).includes(name)) return true;
  // A server on all addresses answers to each of them: an address cannot be rebound.
  return EVERY_ADDRESS.test(host) && isIP(name) > 0;
}

/** Whether a page of this server sent the request. Pages of other sites can send requests here, too. */
export function isFromOwnPage({ headers }: Pick<IncomingMessage, "headers">): boolean {
  if (headers.origin !== undefined && headers.origin !== `http://${headers.host}`) return false;
  const site = headers["sec-fetch-site"];
  return site === undefined || site === "same-origin" || site === "none";
}

/**
 * Whether a script of an open page sent this by `fetch`, not a link, form, picture or frame. Browsers say so in headers that no page can
 * change; other programs do not send them.
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

/** Whether the request comes from this machine, and was not proxied for another. */
export function isFromThisMachine({ headers, socket }: Pick<IncomingMessage, "headers" | "socket">): boolean {
  const { remoteAddress = "", localAddress } = socket;
  const isPassedOn = ["forwarded", "via", "x-forwarded-for", "x-real-ip"].some((name) => headers[name] !== undefined);
  return !isPassedOn && (isLoopback(remoteAddress) || (remoteAddress !== "" && remoteAddress === localAddress));
}
