// Entries of collections with `download` that a page links to → their PDF files: from the cache, or rendered where the text has changed.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CollectionDefinition, Listed, PdfEntry, PdfLook } from "../../../templates/kit/index.ts";
import { contentHash, toFile } from "../../emit/output-file.ts";
import type { PlannedFile } from "../../emit/planned-file.ts";
import { renderPdf } from "./render-pdf.ts";

/** An entry that is published as a file. */
export interface Download extends PdfEntry {
  /** "/guides/planning.pdf" */
  readonly path: string;
}

/** Of the collections that have `download`. Those without a link are not made. */
export const listDownloads = (
  collections: readonly CollectionDefinition[],
  lists: Readonly<Record<string, readonly Listed<unknown>[]>>,
): Download[] =>
  collections.flatMap(({ name, download }) =>
    (download ? (lists[name] ?? []) : []).map(({ slug, data }) => ({
      path: download?.path(slug) ?? "",
      collection: name,
      slug,
      data: data as PdfEntry["data"],
    })),
  );

export interface DownloadJob {
  readonly look: PdfLook | undefined;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly templatesDir: string;
  /** Caches finished files; without it all are made. */
  readonly cacheDir: string | undefined;
}

/** `targets` are the links of all pages. */
export function planDownloads(
  downloads: readonly Download[],
  targets: ReadonlySet<string>,
  { look, settings, templatesDir, cacheDir }: DownloadJob,
): PlannedFile[] {
  const wanted = downloads.filter(({ path }) => targets.has(path));
  return wanted.map((entry) => {
    if (!look) throw new Error(`The template set has no \`pdf\`, which ${entry.path} is laid out with.`);
    const words = look.words(entry, settings);
    const path = entry.path.slice(1);
    const key = contentHash(`${look.version}${JSON.stringify(words)}`);
    const find = () => {
      const bytes = cacheDir === undefined ? undefined : findKept(cacheDir, key);
      return bytes && toFile(path, bytes);
    };
    const make = async () => {
      const bytes = await renderPdf(words, look, templatesDir);
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
