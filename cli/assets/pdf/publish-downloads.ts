// Markdown entries of content/downloads that a page links to → PDF files. Made anew only when their words change.
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Listed } from "../../../templates/kit/site-view.ts";
import { downloadPath } from "../../content/site-index.ts";
import { contentHash } from "../../emit/output-file.ts";
import { type PdfGuide, renderPdf } from "./render-pdf.ts";

export interface Download {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Changes with the look of the PDF, so that kept files are made anew. */
const LOOK = 1;

/** The addresses of all downloads; those that no page links to are not made. */
export const downloadPaths = (downloads: readonly Listed<unknown>[]): string[] =>
  downloads.map(({ slug }) => downloadPath(slug));

/** `targets` are the links of all pages; `cacheDir` keeps finished files, undefined makes them all. */
export async function publishDownloads(
  downloads: readonly Listed<unknown>[],
  targets: ReadonlySet<string>,
  settings: Readonly<Record<string, unknown>>,
  cacheDir: string | undefined,
): Promise<Download[]> {
  const wanted = downloads.filter(({ slug }) => targets.has(downloadPath(slug)));
  const { brand, language } = settings as { brand?: { name?: unknown }; language?: unknown };
  const signature = { brandName: String(brand?.name ?? ""), language: String(language ?? "en") };
  const made: Download[] = [];
  for (const { slug, data } of wanted) {
    // The collection's schema has checked the entry; templates/ may be replaced, so its type is not known here.
    const guide: PdfGuide = { ...(data as Omit<PdfGuide, "brandName" | "language">), ...signature };
    made.push({ path: downloadPath(slug).slice(1), bytes: await keptOrMade(guide, cacheDir) });
  }
  return made;
}

async function keptOrMade(guide: PdfGuide, cacheDir: string | undefined): Promise<Uint8Array> {
  if (cacheDir === undefined) return renderPdf(guide);
  const key = contentHash(`${LOOK}${JSON.stringify(guide)}`);
  mkdirSync(cacheDir, { recursive: true });
  for (const name of readdirSync(cacheDir).filter((each) => each.startsWith(`${key}.`))) {
    const kept = readFileSync(join(cacheDir, name));
    if (name === nameOf(key, kept)) return kept;
  }
  const bytes = await renderPdf(guide);
  const file = join(cacheDir, nameOf(key, bytes));
  writeFileSync(`${file}.part`, bytes);
  renameSync(`${file}.part`, file);
  return bytes;
}

/** Whatever has spoilt a kept file is seen by the hash of its bytes. */
const nameOf = (key: string, bytes: Uint8Array) => `${key}.${contentHash(bytes).slice(0, 16)}.pdf`;
