import type { IncomingMessage } from "node:http";

/** A body of JSON; undefined where it is longer than so many bytes, `{}` where it is not JSON. */
export async function readJsonBody(request: IncomingMessage, maxBytes: number): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    // The rest is read and dropped: on a closed connection the page would get no answer.
    if (size <= maxBytes) chunks.push(chunk as Buffer);
  }
  if (size > maxBytes) return undefined;
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8")) ?? {};
  } catch {
    return {};
  }
}
