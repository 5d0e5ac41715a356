// Picture files of pages → where each comes from: the cache, or the encoder. A request for one file makes that file alone.

import { EventsiteError } from "../../diagnostics/diagnostic.ts";
import type { OutputFile, PlannedFile } from "../../emit/output-file.ts";
import type { CachedFile, FileCache } from "../cache/file-cache.ts";
import { encodePicture } from "./decode-picture.ts";
import type { DecodedPictures } from "./decoded-pictures.ts";
import { type InspectedPicture, masterBytes, pictureOf } from "./inspect-pictures.ts";
import type { Variant } from "./plan-variants.ts";
import { svgText } from "./svg-text.ts";

export interface CacheOptions {
  readonly cache: FileCache;
  /** false makes every file again. */
  readonly reuse: boolean;
}

/** Plans each file once. Those of one source picture are in a row. */
export function planPictureFiles(
  variants: readonly Variant[],
  masters: ReadonlyMap<string, InspectedPicture>,
  decoded: DecodedPictures,
  options: CacheOptions,
): PlannedFile[] {
  const unique = [...new Map(variants.map((variant) => [variant.output, variant])).values()];
  return rotated(groupBySrc(unique)).flatMap(([src, files]) => {
    const master = pictureOf(masters, src);
    return files.map((variant) => {
      const { output: path, key, format } = variant;
      return cachedFile({ path, key, part: "pictures" }, format, () => bytesOf(variant, master, decoded), options);
    });
  });
}

/** Plans a file that is taken from the cache, or made and put there. */
export function cachedFile(
  file: Pick<PlannedFile, "path" | "key" | "part">,
  ending: string,
  makeBytes: () => Promise<Uint8Array>,
  { cache, reuse }: CacheOptions,
): PlannedFile {
  const { path, key } = file;
  const name = `${key}.${ending}`;
  const fileAt = ({ path: from, bytes }: CachedFile): OutputFile => ({ path, bytes, hash: key, from });
  const find = (afresh: boolean) => {
    const cached = reuse ? cache.find(name, afresh) : undefined;
    return cached && fileAt(cached);
  };
  return {
    ...file,
    find: () => find(false),
    make: async () => find(true) ?? fileAt(cache.put(name, await makeBytes())),
  };
}

const groupBySrc = (variants: readonly Variant[]): [string, Variant[]][] => {
  const groups = new Map<string, Variant[]>();
  for (const variant of variants) groups.set(variant.src, [...(groups.get(variant.src) ?? []), variant]);
  return [...groups];
};

/** Two builds that share a cache begin at different pictures, so that each can use the other's files. */
function rotated<Item>(items: readonly Item[]): Item[] {
  const start = process.pid % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}

async function bytesOf(variant: Variant, master: InspectedPicture, decoded: DecodedPictures): Promise<Uint8Array> {
  const { format } = variant;
  if (format === "ico") return masterBytes(master);
  if (format === "svg") return cleanSvg(master);
  const isTransparent = await showsThrough(master);
  return decoded.use(master, (pixels) => encodePicture(pixels, { ...variant, format, isTransparent }));
}

/** Whether a picture is transparent. Rejects for damage that only the pixels show. */
async function showsThrough({ src, facts, inspect }: InspectedPicture): Promise<boolean> {
  if (!inspect) return facts.kind === "raster" && facts.isTransparent;
  const { decoded, finding } = await inspect();
  if (finding)
    throw new EventsiteError(finding.code, `The picture "${src}" ${finding.message}`, { hint: finding.hint });
  return decoded?.isTransparent === true;
}

/** An SVG picture, sanitised. */
export async function cleanSvg(master: InspectedPicture): Promise<Uint8Array> {
  const { sanitiseSvg } = await import("./sanitise-svg.ts");
  return Buffer.from(sanitiseSvg(svgText(masterBytes(master)) ?? ""));
}
