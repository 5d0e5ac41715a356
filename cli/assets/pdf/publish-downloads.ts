// Entries of collections with `download` that a page links to → their PDF files: from the cache, or rendered where the text has changed.
import type { CollectionDefinition, Listed, PdfEntry, PdfLook } from "../../../templates/kit/index.ts";
import { contentHash, toFile } from "../../emit/output-file.ts";
import type { PlannedFile } from "../../emit/planned-file.ts";
import { openFileCache } from "../cache/file-cache.ts";
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
  const cache = cacheDir === undefined ? undefined : openFileCache(cacheDir);
  const wanted = downloads.filter(({ path }) => targets.has(path));
  return wanted.map((entry) => {
    if (!look) throw new Error(`The template set has no \`pdf\`, which ${entry.path} is laid out with.`);
    const words = look.words(entry, settings);
    const path = entry.path.slice(1);
    const key = contentHash(`${look.version}${JSON.stringify(words)}`);
    const find = () => {
      const bytes = cache?.read(`${key}.pdf`);
      return bytes && toFile(path, bytes);
    };
    const make = async () => {
      const bytes = await renderPdf(words, look, templatesDir);
      cache?.put(`${key}.pdf`, bytes);
      cache?.prune();
      return toFile(path, bytes);
    };
    return { path, key, find, make: async () => find() ?? make() };
  });
}
