// What hosts should say about a file, by its path: type and cache time. `serve`, `deploy` and the rules of hosts use this table.
import { NOT_FOUND_FILE } from "../routes/plan-routes.ts";

/** A redirect is an HTML page too, and so is a page under a further key such as "contact": the path alone does not show it. */
export type FileClass = "asset" | "file" | "key" | "page" | "not-found" | "redirect" | "sitemap";

export interface FileHeaders {
  readonly contentType: string;
  readonly cacheControl: string;
}

const REVALIDATE = "public, max-age=0, must-revalidate";
/** A new page may be at the address a minute later. */
const SHORT = "public, max-age=60, must-revalidate";

export const CACHE_CONTROL: Readonly<Record<FileClass, string>> = {
  // The name has a hash of the content.
  asset: "public, max-age=31536000, immutable",
  file: REVALIDATE,
  key: REVALIDATE,
  page: REVALIDATE,
  "not-found": SHORT,
  redirect: SHORT,
  sitemap: REVALIDATE,
};

/** By the ending of the file. */
export const CONTENT_TYPES = {
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
} as const;

/** `path` is relative to the site, with forward slashes. */
export function fileClassOf(path: string): Exclude<FileClass, "redirect" | "key"> {
  if (path.startsWith("assets/")) return "asset";
  if (path === NOT_FOUND_FILE) return "not-found";
  if (path === "sitemap.xml") return "sitemap";
  return path.endsWith(".html") ? "page" : "file";
}

export function contentTypeOf(path: string): string {
  const ending = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  return Object.hasOwn(CONTENT_TYPES, ending)
    ? CONTENT_TYPES[ending as keyof typeof CONTENT_TYPES]
    : "application/octet-stream";
}

export const headersOf = (path: string, fileClass: FileClass = fileClassOf(path)): FileHeaders => ({
  contentType: fileClass === "key" || fileClass === "redirect" ? CONTENT_TYPES.html : contentTypeOf(path),
  cacheControl: CACHE_CONTROL[fileClass],
});

/** Text is worth compressing, and hosts do. */
export const isText = (contentType: string): boolean => /^text\/|javascript|json|xml/.test(contentType);
