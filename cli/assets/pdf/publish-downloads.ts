// Entries of collections with `download` that a page links to → their PDF files: from the cache, or rendered where the text has changed.
import type {
  CollectionDefinition,
  Listed,
  PdfEntry,
  PdfFont,
  PdfLook,
  PdfTools,
} from "../../../templates/kit/index.ts";
import { createLimit } from "../../config/parallel.ts";
import { contentHash, type PlannedFile } from "../../emit/output-file.ts";
import { readFontFile } from "../fonts/typeface.ts";
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

/** `targets` are the links of all pages. Throws BUNDLE_FAILED for a font file that cannot be read. */
export function planDownloads(
  downloads: readonly Download[],
  targets: ReadonlySet<string>,
  { look, settings, templatesDir, ...caching }: DownloadJob,
): PlannedFile[] {
  const wanted = downloads.filter(({ path }) => targets.has(path));
  if (wanted.length === 0) return [];
  if (!look) throw new Error(`The template set has no \`pdf\`, which ${wanted[0]?.path} is laid out with.`);
  const fonts = look.fonts.map((font) => ({ ...font, bytes: readFontFile(font.file, templatesDir) }));
  const fingerprints = fonts.map(({ bytes, ...font }) => ({ ...font, hash: contentHash(bytes) }));
  return wanted.map((entry) => {
    const words = look.words(entry, settings);
    const path = entry.path.slice(1);
    const key = contentHash(JSON.stringify([look.version, fingerprints, words]));
    return cachedFile({ path, key }, "pdf", () => oneAtATime(() => renderPdf(words, look, fonts)), caching);
  });
}

/** Part of the bytes and of the file's /ID: the current time would make every file differ. */
const WRITTEN_AT = new Date("2025-01-01T00:00:00Z");

/** The renderer keeps one register of fonts for the whole process. */
const oneAtATime = createLimit(1);

type FontSource = PdfFont & { readonly bytes: Uint8Array };

/** The same words and fonts give the same bytes. The renderer is large, and most builds make no download: it is loaded here. */
async function renderPdf(words: object, look: PdfLook, fonts: readonly FontSource[]): Promise<Uint8Array> {
  const [renderer, { default: react }] = await Promise.all([import("@react-pdf/renderer"), import("react")]);
  const { createElement } = react;
  const tools: PdfTools = { ...renderer, createElement, writtenAt: WRITTEN_AT, blocks: guideBlocks };
  await registerFonts(renderer, fonts);
  return new Uint8Array(await renderer.renderToBuffer(look.document(words, tools) as PdfDocument));
}

type PdfDocument = Parameters<typeof import("@react-pdf/renderer").renderToBuffer>[0];

async function registerFonts({ Font }: typeof import("@react-pdf/renderer"), fonts: readonly FontSource[]) {
  const { codePointsOf, pinFont } = await import("../fonts/subset-fonts.ts");
  for (const { family } of fonts) delete Font.getRegisteredFonts()[family];
  for (const { family, weight, axes, bytes } of fonts) {
    const pinned = await pinFont(bytes, String.fromCodePoint(...codePointsOf(bytes)), axes);
    const src = `data:font/ttf;base64,${Buffer.from(pinned).toString("base64")}`;
    const face = { fontFamily: family, fontWeight: weight };
    Font.register({ family, fontWeight: weight, src });
    await Font.load(face);
    // Every weight of a variable font has its name, and the renderer would embed the second one once for each text.
    Object.defineProperty(Font.getFont(face).data, "postscriptName", { value: `${family}-${weight}` });
  }
  Font.registerHyphenationCallback((word) => [word]);
}
