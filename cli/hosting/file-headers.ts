// The headers that hosts should send with a file, by its path: type and cache time. `serve`, `deploy` and the rules of hosts use this table.
import { NOT_FOUND_FILE } from "../routes/addresses.ts";

/** The path alone does not show every class: a redirect is an HTML page too, and so is a page under a further key such as "contact". */
export type FileClass = "asset" | "file" | "key" | "page" | "not-found" | "redirect" | "sitemap";

export interface FileHeaders {
  readonly contentType: string;
  readonly cacheControl: string;
}

const REVALIDATE = "public, max-age=0, must-revalidate";
/** A new page may be at the address a minute later. */
const SHORT = "public, max-age=60, must-revalidate";

export const CACHE_CONTROL: Readonly<Record<FileClass, string>> = {
  // Its name has a hash of the content.
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
  gif: "image/gif",
  bmp: "image/bmp",
  tif: "image/tiff",
  tiff: "image/tiff",
  heic: "image/heic",
  pdf: "application/pdf",
  htm: "text/html; charset=utf-8",
  csv: "text/csv; charset=utf-8",
  md: "text/markdown; charset=utf-8",
  ics: "text/calendar; charset=utf-8",
  vcf: "text/vcard; charset=utf-8",
  mjs: "text/javascript; charset=utf-8",
  rss: "application/rss+xml; charset=utf-8",
  atom: "application/atom+xml; charset=utf-8",
  geojson: "application/geo+json; charset=utf-8",
  kml: "application/vnd.google-earth.kml+xml; charset=utf-8",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xls: "application/vnd.ms-excel",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ppt: "application/vnd.ms-powerpoint",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  odt: "application/vnd.oasis.opendocument.text",
  ods: "application/vnd.oasis.opendocument.spreadsheet",
  odp: "application/vnd.oasis.opendocument.presentation",
  rtf: "application/rtf",
  epub: "application/epub+zip",
  pkpass: "application/vnd.apple.pkpass",
  zip: "application/zip",
  gz: "application/gzip",
  wasm: "application/wasm",
  mp3: "audio/mpeg",
  m4a: "audio/mp4",
  ogg: "audio/ogg",
  wav: "audio/wav",
  mp4: "video/mp4",
  m4v: "video/mp4",
  mov: "video/quicktime",
  webm: "video/webm",
  woff: "font/woff",
  woff2: "font/woff2",
  ttf: "font/ttf",
  otf: "font/otf",
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

export const publishedHeaders = (path: string, fileClass: FileClass = fileClassOf(path)): FileHeaders => ({
  contentType: fileClass === "key" || fileClass === "redirect" ? CONTENT_TYPES.html : contentTypeOf(path),
  cacheControl: CACHE_CONTROL[fileClass],
});

/** Hosts compress text. */
export const isText = (contentType: string): boolean => /^text\/|javascript|[/+](?:json|xml)\b/.test(contentType);
