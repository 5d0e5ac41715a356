import type { IncomingMessage } from "node:http";
import { isFromThisMachine, isOwnScript, isToken } from "./request-guard.ts";

/** Why a request is refused: a sentence for the person at the page, and an HTTP status. */
export class PostRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

interface PostRules {
  /** The token that the request carries, if any. */
  readonly sentToken: unknown;
  /** The token of the session. */
  readonly token: string;
  readonly maxBytes: number;
}

/**
 * The JSON that a script of an own page posted from this machine, with the session's token; `{}` where the body is not JSON. Throws
 * PostRefusal for any other request, and for a larger body.
 */
export async function readOwnPost(
  request: IncomingMessage,
  { sentToken, token, maxBytes }: PostRules,
): Promise<unknown> {
  if (!isOwnScript(request) || !isFromThisMachine(request))
    throw new PostRefusal(403, "Only the pages of this server, on this machine, can ask for this.");
  if (!isToken(sentToken, token))
    throw new PostRefusal(403, "This page is from before the server was started: load it again.");
  if (request.method !== "POST") throw new PostRefusal(405, "This is asked for by POST.");
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    // All of it is read, and dropped: on a closed connection the page would get no answer.
    if (size <= maxBytes) chunks.push(chunk as Buffer);
  }
  if (size > maxBytes) throw new PostRefusal(413, "This is more than a request may hold.");
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8")) ?? {};
  } catch {
    return {};
  }
}
