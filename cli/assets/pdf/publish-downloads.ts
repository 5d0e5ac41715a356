// Markdown entries of content/downloads that a page links to → their PDF files: from the cache, or rendered where the text has changed.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Listed } from "../../../templates/kit/index.ts";
import { downloadPath } from "../../content/site-index.ts";
import { contentHash, toFile } from "../../emit/output-file.ts";
import type { PlannedFile } from "../../emit/planned-file.ts";
import { type PdfGuide, renderPdf } from "./render-pdf.ts";

/** Changes with the look of the PDF, so that cached files are made again. */
const LOOK = 1;

/** The addresses of all downloads; those without a link are not made. */
export const downloadPaths = (downloads: readonly Listed<unknown>[]): string[] =>
  downloads.map(({ slug }) => downloadPath(slug));

/** `targets` are the links of all pages; `cacheDir` caches finished files; without it all are made. */
export function planDownloads(
  downloads: readonly Listed<unknown>[],
  targets: ReadonlySet<string>,
  settings: Readonly<Record<string, unknown>>,
  cacheDir: string | undefined,
): PlannedFile[] {
  const wanted = downloads.filter(({ slug }) => targets.has(downloadPath(slug)));
  const { brand, language } = settings as { brand?: { name?: unknown }; language?: unknown };
  const signature = { brandName: String(brand?.name ?? ""), language: String(language ?? "en") };
  return wanted.map(({ slug, data }) => {
    // The collection's schema has checked the entry; templates/ may be replaced, so its type is not known here.
    const guide: PdfGuide = { ...(data as Omit<PdfGuide, "brandName" | "language">), ...signature };
    const path = downloadPath(slug).slice(1);
    const key = contentHash(`${LOOK}${JSON.stringify(guide)}`);
    const find = () => {
      const bytes = cacheDir === undefined ? undefined : findKept(cacheDir, key);
      return bytes && toFile(path, bytes);
    };
    const make = async () => {
      const bytes = await renderPdf(guide);
      if (cacheDir !== undefined) keep(cacheDir, key, bytes);
      return toFile(path, bytes);
    };
    return { path, key, cost: 1, find, make: async () => find() ?? make() };
  });
}

function findKept(cacheDir: string, key: string): Uint8Array | undefined {
  const names = existsSync(cacheDir) ? readdirSync(cacheDir) : [];
  return names
    .filter((name) => name.startsWith(`${key}.`))
    .map((name) => ({ name, bytes: readFileSync(join(cacheDir, name)) }))
    .find(({ name, bytes }) => name === nameOf(key, bytes))?.bytes;
}

function keep(cacheDir: string, key: string, bytes: Uint8Array): void {
  const file = join(cacheDir, nameOf(key, bytes));
  mkdirSync(cacheDir, { recursive: true });
  writeFileSync(`${file}.part`, bytes);
  renameSync(`${file}.part`, file);
}

/** The hash of its bytes shows whether a cached file is damaged. */
const nameOf = (key: string, bytes: Uint8Array) => `${key}.${contentHash(bytes).slice(0, 16)}.pdf`;
