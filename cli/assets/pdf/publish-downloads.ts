// Entries of collections with `download` that a page links to → their PDF files: from the cache, or rendered where the text has changed.
import type { CollectionDefinition, Listed, PdfEntry, PdfLook } from "../../../templates/kit/index.ts";
import { contentHash } from "../../emit/output-file.ts";
import type { PlannedFile } from "../../emit/planned-file.ts";
import { type CacheOptions, keptInCache } from "../images/plan-picture-files.ts";
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

export interface DownloadJob extends CacheOptions {
  readonly look: PdfLook | undefined;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly templatesDir: string;
}

/** `targets` are the links of all pages. */
export function planDownloads(
  downloads: readonly Download[],
  targets: ReadonlySet<string>,
  { look, settings, templatesDir, ...caching }: DownloadJob,
): PlannedFile[] {
  const wanted = downloads.filter(({ path }) => targets.has(path));
  return wanted.map((entry) => {
    if (!look) throw new Error(`The template set has no \`pdf\`, which ${entry.path} is laid out with.`);
    const words = look.words(entry, settings);
    const path = entry.path.slice(1);
    const key = contentHash(`${look.version}${JSON.stringify(words)}`);
    return { path, key, ...keptInCache(path, key, "pdf", () => renderPdf(words, look, templatesDir), caching) };
  });
}
