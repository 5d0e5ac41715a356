// A request → a file of the site, as a static host would answer: directory indexes, a redirect to the slash, 404.html with its status.
import { createReadStream, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join, sep } from "node:path";
import { NOT_FOUND_FILE } from "../routes/plan-routes.ts";

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json; charset=utf-8",
  xml: "application/xml; charset=utf-8",
  txt: "text/plain; charset=utf-8",
  webmanifest: "application/manifest+json; charset=utf-8",
  svg: "image/svg+xml",
  webp: "image/webp",
  avif: "image/avif",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  ico: "image/x-icon",
  pdf: "application/pdf",
  woff2: "font/woff2",
};

export function answerFromFolder(dir: string, request: IncomingMessage, response: ServerResponse): void {
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.writeHead(405, { allow: "GET, HEAD" }).end();
    return;
  }
  const [target = "/", query = ""] = splitQuery(request.url ?? "/");
  const path = decodePath(target);
  const file = path === undefined ? undefined : join(dir, path);
  // join() has settled every "..": what is still outside was meant to be.
  if (file === undefined || (file !== dir && !file.startsWith(dir + sep))) {
    sendFile(join(dir, NOT_FOUND_FILE), 404, request, response);
    return;
  }
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat?.isDirectory() && !target.endsWith("/")) {
    if (statSync(join(file, "index.html"), { throwIfNoEntry: false })) {
      response.writeHead(301, { location: `${encodeURI(`/${(path ?? "").replace(/^\/+/, "")}`)}/${query}` }).end();
      return;
    }
  }
  const wanted = stat?.isDirectory() ? join(file, "index.html") : file;
  const found = !target.endsWith("/") || stat?.isDirectory() ? statSync(wanted, { throwIfNoEntry: false }) : undefined;
  if (found?.isFile()) sendFile(wanted, 200, request, response);
  else sendFile(join(dir, NOT_FOUND_FILE), 404, request, response);
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

function sendFile(file: string, status: number, request: IncomingMessage, response: ServerResponse): void {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat?.isFile()) {
    response.writeHead(status === 200 ? 404 : status, { "content-type": CONTENT_TYPES.txt }).end("Not found\n");
    return;
  }
  const ending = file.slice(file.lastIndexOf(".") + 1).toLowerCase();
  const headers = {
    "content-type": CONTENT_TYPES[ending] ?? "application/octet-stream",
    "content-length": stat.size,
    "last-modified": stat.mtime.toUTCString(),
    "cache-control": "no-cache",
    "x-content-type-options": "nosniff",
  };
  response.writeHead(status, headers);
  if (request.method === "HEAD") response.end();
  else
    createReadStream(file)
      .on("error", () => response.destroy())
      .pipe(response);
}
