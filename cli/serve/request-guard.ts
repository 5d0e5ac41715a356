import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** The token that a page needs to request more than files. */
export const createToken = (): string => randomBytes(24).toString("base64url");

const digest = (text: string) => createHash("sha256").update(text).digest();

const isToken = (given: unknown, token: string): boolean =>
  typeof given === "string" && timingSafeEqual(digest(given), digest(token));

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Whether the request comes from a page of this server: a page of another site can send requests here too, and its host name can be made to
 * resolve to this machine. `host` is the address that the server listens on.
 */
export function isOwnRequest({ headers }: IncomingMessage, host: string): boolean {
  const asked = headers.host ?? "";
  const name = asked.replace(/:\d+$/, "");
  // A server on all addresses is reached by many names, but never by one that another site may own.
  const isAddress = (host === "0.0.0.0" || host === "::") && /^(?:[\d.]+|\[[\da-f:]+\])$/i.test(name);
  if (!LOOPBACK.has(name) && name !== host && name !== `[${host}]` && !isAddress) return false;
  if (headers.origin !== undefined && headers.origin !== `http://${asked}`) return false;
  const site = headers["sec-fetch-site"];
  return site === undefined || site === "same-origin" || site === "none";
}

/**
 * Whether a script of an open page sent this by `fetch`, not a link, form, picture or frame. Browsers say so in a header that no page can
 * change; other programs do not send it.
 */
function isOwnScript({ headers }: Pick<IncomingMessage, "headers">): boolean {
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
  const [remote = "", local] = [socket.remoteAddress, socket.localAddress].map((address) =>
    address?.replace(/^::ffff:(?=\d+\.)/i, ""),
  );
  const isPassedOn = ["forwarded", "via", "x-forwarded-for", "x-real-ip"].some((name) => headers[name] !== undefined);
  return !isPassedOn && (/^127\.|^::1$/.test(remote) || (remote !== "" && remote === local));
}

/** Why a request is not done: a sentence for the person at the page, and a status of HTTP. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * What a script of a page of this server posted from this machine, with the session's token: JSON, or `{}` where it is none. Throws
 * Refusal for any other request, and for a body of more bytes.
 */
export async function readOwnPost(
  request: IncomingMessage,
  { given, token, maxBytes }: { readonly given: unknown; readonly token: string; readonly maxBytes: number },
): Promise<unknown> {
  if (!isOwnScript(request) || !isFromThisMachine(request))
    throw new Refusal(403, "Only the pages of this server, on this machine, can ask for this.");
  if (!isToken(given, token)) throw new Refusal(403, "This page is from before the server was started: load it again.");
  if (request.method !== "POST") throw new Refusal(405, "This is asked for by POST.");
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    // The rest is read and dropped: on a closed connection the page would get no answer.
    if (size <= maxBytes) chunks.push(chunk as Buffer);
  }
  if (size > maxBytes) throw new Refusal(413, "This is more than a request may hold.");
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8")) ?? {};
  } catch {
    return {};
  }
}
