// Sends files of a folder that a build may replace at any time.

import { closeSync, createReadStream, fstatSync, openSync, type Stats } from "node:fs";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { join } from "node:path";
import { pipeline } from "node:stream";
import { createGzip } from "node:zlib";
import { isFile } from "../emit/own-files.ts";
import { CONTENT_TYPES, contentTypeOf, isText } from "../hosting/file-headers.ts";
import { findInSite } from "./find-file.ts";

/** Answers as a plain static host would. */
export const answerFromFolder = (
  dir: string,
  base: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> =>
  answerFromFiles(
    request,
    response,
    base,
    (path) => isFile(join(dir, path)),
    (path, status) => {
      const headers = ({ mtime }: Stats) => uncachedHeaders(path, mtime);
      return sendFile(request, response, { path: join(dir, path), status, headers, compresses: true });
    },
  );

/** `base`: the path of the site; `has`: whether it has a file; `send` gives false where the file is gone. */
export async function answerFromFiles(
  request: IncomingMessage,
  response: ServerResponse,
  base: string,
  has: (path: string) => boolean,
  send: (path: string, status: number) => boolean | Promise<boolean>,
): Promise<void> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.writeHead(405, { allow: "GET, HEAD" }).end();
    return;
  }
  const answer = findInSite(request.url ?? "/", base, has);
  if (answer?.kind === "redirect") response.writeHead(301, { location: answer.location }).end();
  else if (!answer || !(await send(answer.path, answer.status))) sendText(response, 404, "Not found\n");
}

/** Sends content that is made for this request. */
export function sendMade(
  response: ServerResponse,
  status: number,
  type: keyof typeof CONTENT_TYPES,
  content: string | Uint8Array,
  headers: OutgoingHttpHeaders = {},
): void {
  response
    .writeHead(status, {
      "content-type": CONTENT_TYPES[type],
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      ...headers,
    })
    .end(content);
}

/** A sentence for a person. */
export const sendText = (response: ServerResponse, status: number, text: string): void =>
  sendMade(response, status, "txt", text);

/** An answer to a script of an open page. */
export const sendJson = (response: ServerResponse, status: number, body: unknown): void =>
  sendMade(response, status, "json", JSON.stringify(body));

/** Browsers ask each time whether a file is still the same. */
export const uncachedHeaders = (path: string, mtime?: Date): OutgoingHttpHeaders => ({
  "content-type": contentTypeOf(path),
  ...(mtime && { "last-modified": mtime.toUTCString() }),
  "cache-control": "no-cache",
  "x-content-type-options": "nosniff",
});

interface FileAnswer {
  readonly path: string;
  readonly status: number;
  headers(stat: Stats): OutgoingHttpHeaders;
  /** Whether the host does. */
  readonly compresses: boolean;
}

/** False where the file is gone; nothing has been sent then. */
export function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  { path, status, headers, compresses }: FileAnswer,
): boolean {
  let descriptor: number;
  try {
    // Opened before its size is read.
    descriptor = openSync(path, "r");
  } catch {
    return false;
  }
  const stat = fstatSync(descriptor);
  const fileHeaders = headers(stat);
  // Sizes that are measured here should match.
  const mayCompress = compresses && isText(String(fileHeaders["content-type"] ?? ""));
  const isCompressed = mayCompress && /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""));
  response.writeHead(status, {
    ...fileHeaders,
    ...(isCompressed ? { "content-encoding": "gzip" } : { "content-length": stat.size }),
    ...(mayCompress && { vary: "accept-encoding" }),
  });
  if (request.method === "HEAD") {
    closeSync(descriptor);
    response.end();
    return true;
  }
  // A visitor who leaves early ends the stream, which closes the file.
  const bytes = createReadStream(path, { fd: descriptor });
  if (isCompressed) pipeline(bytes, createGzip(), response, () => {});
  else pipeline(bytes, response, () => {});
  return true;
}
