// Entries of collections with `download` that a page links to → their PDF files: from the cache, or rendered where the text has changed.
import type {
  CollectionDefinition,
  Listed,
  PdfEntry,
  PdfFont,
  PdfLook,
  PdfTools,
} from "../../../templates/kit/index.ts";
import { contentHash, type PlannedFile } from "../../emit/output-file.ts";
import { fontPath } from "../fonts/typeface.ts";
import { type CacheOptions, cachedFile } from "../images/plan-picture-files.ts";
import { guideBlocks } from "./guide-document.ts";

/** An entry that is published as a file. */
interface Download extends PdfEntry {
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

interface DownloadJob extends CacheOptions {
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
    return cachedFile({ path, key }, "pdf", () => renderPdf(words, look, templatesDir), caching);
  });
}

/** Part of the bytes and of the file's /ID: the current time would make every file differ. */
const WRITTEN_AT = new Date("2025-01-01T00:00:00Z");

/** The same words give the same bytes. The renderer is large, and most builds make no download: it is loaded here. Rejects only where a font or the renderer cannot be loaded. */
async function renderPdf(words: object, look: PdfLook, templatesDir: string): Promise<Uint8Array> {
  const [renderer, { default: react }] = await Promise.all([import("@react-pdf/renderer"), import("react")]);
  const { createElement } = react;
  const tools: PdfTools = { ...renderer, createElement, writtenAt: WRITTEN_AT, blocks: guideBlocks };
  registerFonts(renderer.Font, look.fonts, templatesDir);
  return new Uint8Array(await renderer.renderToBuffer(look.document(words, tools) as PdfDocument));
}

type PdfDocument = Parameters<typeof import("@react-pdf/renderer").renderToBuffer>[0];

/** The renderer keeps one register of fonts for the whole process. */
function registerFonts(
  Font: typeof import("@react-pdf/renderer").Font,
  fonts: readonly PdfFont[],
  templatesDir: string,
): void {
  const known = new Set(Font.getRegisteredFontFamilies());
  for (const { family, weight, file } of fonts)
    if (!known.has(family)) Font.register({ family, fontWeight: weight, src: fontPath(file, templatesDir) });
  Font.registerHyphenationCallback((word) => [word]);
}
