// Font families of the templates and the characters of the content → the planned font files of the site, and their CSS. Both depend on
// nothing else, so they are cached beside the compiled templates. Packing a file takes longest, and no page waits for it.

import type { FontFamily, WordmarkPath } from "../../../templates/kit/index.ts";
import type { PlannedFile } from "../../emit/output-file.ts";
import { contentHash } from "../../files/content-hash.ts";
import { type FileCache, findJson, openFileCache } from "../cache/file-cache.ts";
import { cachedFile } from "../images/plan-picture-files.ts";
import { type FontFile, fontCss } from "./font-css.ts";
import { fontFailure, readFontFile } from "./typeface.ts";

export interface SiteFonts {
  readonly files: readonly PlannedFile[];
  /** Faces, fallbacks and the properties that name them, for every page. */
  readonly css: string;
  /** Addresses of the files with the basic letters, which every page needs. */
  readonly urls: readonly string[];
  readonly wordmark?: WordmarkPath;
}

interface FontJob {
  readonly families: readonly FontFamily[];
  /** Characters of the content, in any order, besides those that every family includes. */
  readonly characters: string;
  /** A text to be drawn in the first family. */
  readonly wordmark?: string | undefined;
  readonly templatesDir: string;
  readonly cacheDir: string;
}

/**
 * Increase it with every change to what is made from the same fonts. `import.meta.url` changes with the compiled program and its packages,
 * which its folder is named after.
 */
const RECIPE = `6 ${import.meta.url}`;

/** What the pages need, and what the files are made from. */
interface FontPlan extends Omit<SiteFonts, "files"> {
  readonly files: readonly FontPart[];
}

/** A file to make: some characters of a font file. */
interface FontPart {
  readonly path: string;
  readonly key: string;
  readonly source: string;
  readonly characters: string;
  readonly axes: FontFamily["axes"];
}

/** Rejects with BUNDLE_FAILED for a font file that cannot be read. */
export async function makeFonts(job: FontJob): Promise<SiteFonts> {
  const cache = openFileCache(job.cacheDir);
  const { files, ...ofPages } = await planFonts(job, cache);
  return { ...ofPages, files: files.map((part) => planFile(part, job.templatesDir, cache)) };
}

async function planFonts(job: FontJob, cache: FileCache): Promise<FontPlan> {
  const characters = [...new Set(job.characters)].sort().join("");
  const sources = job.families.map((family) => ({
    family,
    files: family.files.map((file) => readFontFile(file, job.templatesDir)),
  }));
  const bytes = sources.flatMap(({ files }) => files.map(contentHash));
  const key = contentHash(JSON.stringify([RECIPE, job.families, bytes, characters, job.wordmark]));
  const cached = findJson<FontPlan>(cache, key);
  if (cached) return cached;
  const [wordmark, ...families] = await Promise.all([
    drawWordmark(job),
    ...sources.map(({ family, files }) => planFamily(family, files, characters)),
  ]);
  const planned: FontPlan = {
    files: families.flatMap(({ files }) => files),
    css: families.map(({ css }) => css).join(""),
    urls: families.flatMap(({ urls }) => urls),
    ...(wordmark && { wordmark }),
  };
  cache.put(`${key}.json`, Buffer.from(JSON.stringify(planned)));
  cache.prune();
  return planned;
}

/** The file's name has the hash of what is packed into it. */
function planFile(
  { path, key, source, characters, axes }: FontPart,
  templatesDir: string,
  cache: FileCache,
): PlannedFile {
  const pack = async () => {
    const { subsetFont } = await import("./subset-fonts.ts");
    return subsetFont(readFontFile(source, templatesDir), characters, axes, "woff2");
  };
  return cachedFile({ path, key }, "woff2", pack, { cache, reuse: true });
}

async function drawWordmark({
  families: [family],
  wordmark,
  templatesDir,
}: FontJob): Promise<WordmarkPath | undefined> {
  if (!family || !wordmark) return undefined;
  const { openTypeface } = await import("./typeface.ts");
  const { missingCharacters, measure, outline } = await openTypeface([family], wordmark, templatesDir);
  if (missingCharacters.length > 0) return undefined;
  return { path: outline(wordmark, 0, 0, 100), width: Math.ceil(measure(wordmark) * 100) };
}

/** Each file has the characters that no file before it has. */
async function planFamily(family: FontFamily, sources: readonly Uint8Array[], characters: string): Promise<FontPlan> {
  const { codePointsOf, measureFont, subsetFont } = await import("./subset-fonts.ts");
  const { axes } = family;
  const always = family.characters.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, offset) => first + offset),
  );
  let codePoints = [...new Set([...always, ...[...characters].map((character) => character.codePointAt(0) ?? 0)])];
  const files: (FontPart & { readonly face: FontFile })[] = [];
  try {
    for (const [position, bytes] of sources.entries()) {
      if (codePoints.length === 0) break;
      const has = codePointsOf(bytes);
      const filePoints = codePoints.filter((point) => has.has(point)).sort((one, other) => one - other);
      codePoints = codePoints.filter((point) => !has.has(point));
      if (filePoints.length === 0) continue;
      const characters = String.fromCodePoint(...filePoints);
      const key = contentHash(await subsetFont(bytes, characters, axes, "sfnt"));
      const path = `assets/fonts/${family.family.toLowerCase().replace(/[^a-z0-9]+/g, "-")}-${key.slice(0, 8)}.woff2`;
      const unicodeRange = filePoints.map((point) => `U+${point.toString(16)}`).join(",");
      const face = { url: `/${path}`, ...(position > 0 && { unicodeRange }) };
      files.push({ path, key, source: family.files[position] ?? "", characters, axes, face });
    }
    const faces = files.map(({ face }) => face);
    return {
      files: files.map(({ face: _, ...part }) => part),
      css: fontCss(family, faces, await measureFont(sources[0] as Uint8Array, family.matchedAt)),
      urls: faces.slice(0, 1).map(({ url }) => url),
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const hint = "it must be a variable or plain font: WOFF2, WOFF, TrueType";
    throw fontFailure(family.files[0], `cannot be cut down (${reason})`, hint);
  }
}
