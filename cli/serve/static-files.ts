// A request → a file of the site, as a static host would answer: directory indexes, a redirect to the slash, 404.html with its status.
import { closeSync, createReadStream, fstatSync, openSync, type Stats, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join, sep } from "node:path";
import { pipeline } from "node:stream";
import { createGzip } from "node:zlib";
import { CONTENT_TYPES, contentTypeOf } from "../emit/file-headers.ts";
import { NOT_FOUND_FILE } from "../routes/plan-routes.ts";

export function answerFromFolder(dir: string, request: IncomingMessage, response: ServerResponse): void {
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.writeHead(405, { allow: "GET, HEAD" }).end();
    return;
  }
  const [target, query] = splitQuery(request.url ?? "/");
  const path = decodePath(target);
  const file = path === undefined ? undefined : fileBelow(dir, path);
  const isFolder = file !== undefined && statOf(file)?.isDirectory() === true;
  const index = isFolder ? join(file, "index.html") : undefined;
  if (path !== undefined && index !== undefined && !path.endsWith("/") && statOf(index)?.isFile()) {
    // One slash in front: two would name another host.
    response.writeHead(301, { location: `${encodeURI(`/${path.replace(/^\/+/, "")}`)}/${query}` }).end();
    return;
  }
  const found = openFile(index ?? file);
  if (found) sendFile(found, 200, request, response);
  else sendNotFound(dir, request, response);
}

function splitQuery(url: string): [string, string] {
  const at = url.indexOf("?");
  return at === -1 ? [url, ""] : [url.slice(0, at), url.slice(at)];
}

function decodePath(target: string): string | undefined {
  try {
    const path = decodeURIComponent(target);
    return path.includes("\0") ? undefined : path;
  } catch {
    return undefined;
  }
}

/** join() resolves every "..": a path that is then outside of the folder is refused. */
function fileBelow(dir: string, path: string): string | undefined {
  const file = join(dir, path);
  return file === dir || file.startsWith(dir + sep) ? file : undefined;
}

/** An address may be too long for a path, or lead through a file: not found either. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

interface FoundFile {
  readonly path: string;
  readonly descriptor: number;
  readonly stat: Stats;
}

/** Opened before its size is read: a build may replace the file at any time. */
function openFile(path: string | undefined): FoundFile | undefined {
  if (path === undefined || !statOf(path)?.isFile()) return undefined;
  try {
    const descriptor = openSync(path, "r");
    return { path, descriptor, stat: fstatSync(descriptor) };
  } catch {
    return undefined;
  }
}

function sendNotFound(dir: string, request: IncomingMessage, response: ServerResponse): void {
  const page = openFile(join(dir, NOT_FOUND_FILE));
  if (page) sendFile(page, 404, request, response);
  else response.writeHead(404, { "content-type": CONTENT_TYPES.txt }).end("Not found\n");
}

/** Text, which hosts send compressed: sizes measured here should match. */
const PACKED = /^text\/|javascript|json|xml/;

export const isWorthPacking = (type: string, { headers }: IncomingMessage): boolean =>
  PACKED.test(type) && /\bgzip\b/.test(String(headers["accept-encoding"] ?? ""));

function sendFile(
  { path, descriptor, stat }: FoundFile,
  status: number,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const type = contentTypeOf(path);
  const isPacked = isWorthPacking(type, request);
  response.writeHead(status, {
    "content-type": type,
    ...(isPacked ? { "content-encoding": "gzip" } : { "content-length": stat.size }),
    ...(PACKED.test(type) && { vary: "accept-encoding" }),
    "last-modified": stat.mtime.toUTCString(),
    "cache-control": "no-cache",
    "x-content-type-options": "nosniff",
  });
  if (request.method === "HEAD") {
    closeSync(descriptor);
    response.end();
    return;
  }
  // A visitor who leaves early ends the stream, which closes the file.
  const bytes = createReadStream(path, { fd: descriptor });
  if (isPacked) pipeline(bytes, createGzip(), response, () => {});
  else pipeline(bytes, response, () => {});
}
