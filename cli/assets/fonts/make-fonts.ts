// Font families of the templates and the characters of the content → the site's font files and their CSS.
// Making them takes some 300 ms and depends on these two alone, so they are cached beside the compiled templates.
import type { FontFamily, Wordmark } from "../../../templates/kit/index.ts";
import { BuildFailedError } from "../../diagnostics/diagnostic.ts";
import { contentHash } from "../../emit/output-file.ts";
import { type FileCache, findJson, openFileCache } from "../cache/file-cache.ts";
import { type FontFile, fontCss } from "./font-css.ts";
import { fontProblem, readFontFile } from "./read-font-file.ts";

export interface SiteFonts {
  readonly files: readonly { readonly path: string; readonly bytes: Uint8Array }[];
  /** Faces, fallbacks and the properties that name them; every page carries it. */
  readonly css: string;
  /** Addresses of the files with the basic letters, which every page needs. */
  readonly urls: readonly string[];
  readonly wordmark?: Wordmark;
}

export interface FontJob {
  readonly families: readonly FontFamily[];
  /** What the content holds that not every family always has, in any order. */
  readonly characters: string;
  /** Drawn in the first family. */
  readonly wordmark?: string | undefined;
  readonly templatesDir: string;
  readonly cacheDir: string;
}

/** Increase it with every change to what is made of the same fonts; the folder of this file is named after the compiled program and its
 * packages. */
const RECIPE = `4 ${import.meta.url}`;

/** Rejects with BUNDLE_FAILED for a font file that cannot be read. */
export async function makeFonts(job: FontJob): Promise<SiteFonts> {
  const characters = [...new Set(job.characters)].sort().join("");
  const sources = job.families.map((family) => ({
    family,
    files: family.files.map((file) => readFontFile(file, job.templatesDir)),
  }));
  const bytes = sources.flatMap(({ files }) => files.map(contentHash));
  const key = contentHash(JSON.stringify([RECIPE, job.families, bytes, characters, job.wordmark]));
  const cache = openFileCache(job.cacheDir);
  const cached = readCached(cache, key);
  if (cached) return cached;
  const [wordmark, ...families] = await Promise.all([
    drawWordmark(job),
    ...sources.map(({ family, files }) => makeFamily(family, files, characters)),
  ]);
  const made = { ...joinFonts(families), ...(wordmark && { wordmark }) };
  addToCache(cache, key, made);
  return made;
}

async function drawWordmark({ families: [family], wordmark, templatesDir }: FontJob): Promise<Wordmark | undefined> {
  if (!family || !wordmark) return undefined;
  const { openTypeface } = await import("./typeface.ts");
  const { missing, measure, outline } = await openTypeface(family, wordmark, templatesDir);
  if (missing.length > 0) return undefined;
  return { path: outline(wordmark, 0, 0, 100), width: Math.ceil(measure(wordmark) * 100) };
}

/** Each file takes the characters that none before it has. */
async function makeFamily(family: FontFamily, sources: readonly Uint8Array[], characters: string): Promise<SiteFonts> {
  const { codePointsOf, measureFont, subsetToWoff2 } = await import("./subset-fonts.ts");
  const always = family.characters.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, offset) => first + offset),
  );
  let wanted = [...new Set([...always, ...[...characters].map((character) => character.codePointAt(0) ?? 0)])];
  const files: { path: string; bytes: Uint8Array; face: FontFile }[] = [];
  try {
    for (const [position, source] of sources.entries()) {
      if (wanted.length === 0) break;
      const has = codePointsOf(source);
      const taken = wanted.filter((point) => has.has(point)).sort((one, other) => one - other);
      wanted = wanted.filter((point) => !has.has(point));
      if (taken.length === 0) continue;
      const bytes = await subsetToWoff2(source, String.fromCodePoint(...taken), family.axes);
      const path = fontPath(family.family, bytes);
      const unicodeRange = taken.map((point) => `U+${point.toString(16)}`).join(",");
      files.push({ path, bytes, face: { url: `/${path}`, ...(position > 0 && { unicodeRange }) } });
    }
    const faces = files.map(({ face }) => face);
    return {
      files: files.map(({ path, bytes }) => ({ path, bytes })),
      css: fontCss(family, faces, await measureFont(sources[0] as Uint8Array, family.matchedAt)),
      urls: faces.slice(0, 1).map(({ url }) => url),
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BuildFailedError([
      fontProblem(
        family.files[0],
        `cannot be cut down (${reason})`,
        "it must be a variable or plain font: WOFF2, WOFF, TrueType",
      ),
    ]);
  }
}

function fontPath(family: string, bytes: Uint8Array): string {
  const name = family.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return `assets/fonts/${name}-${contentHash(bytes).slice(0, 8)}.woff2`;
}

const joinFonts = (families: readonly SiteFonts[]): SiteFonts => ({
  files: families.flatMap(({ files }) => files),
  css: families.map(({ css }) => css).join(""),
  urls: families.flatMap(({ urls }) => urls),
});

interface CachedFonts extends Omit<SiteFonts, "files"> {
  readonly files: readonly { readonly path: string; readonly base64: string }[];
}

/** The hash in a cached file's name shows that it is intact, so even a build without a cache may use it. */
function readCached(cache: FileCache, key: string): SiteFonts | undefined {
  const cached = findJson<CachedFonts>(cache, key);
  if (!cached) return undefined;
  const files = cached.files.map(({ path, base64 }) => ({ path, bytes: Buffer.from(base64, "base64") }));
  return { ...cached, files };
}

function addToCache(cache: FileCache, key: string, { files, ...rest }: SiteFonts): void {
  const encoded = files.map(({ path, bytes }) => ({ path, base64: Buffer.from(bytes).toString("base64") }));
  const cached: CachedFonts = { files: encoded, ...rest };
  cache.put(`${key}.json`, Buffer.from(JSON.stringify(cached)));
  cache.prune();
}
