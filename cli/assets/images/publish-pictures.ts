// Files that pages ask for → the files themselves: taken from the cache, or encoded. Both cores are kept busy, and the pixels held at a time
// are bounded: a master is decoded once for all of its files, and the next one waits until there is room for it.
import { availableParallelism } from "node:os";
import { EventsiteError } from "../../diagnostics/diagnostic.ts";
import { countProgress, type ReportProgress } from "../../diagnostics/progress.ts";
import { contentHash } from "../../emit/output-file.ts";
import { decodePicture, encodePicture, type Pixels } from "./decode-picture.ts";
import { type ImageCache, sizeOf } from "./image-cache.ts";
import type { InspectedPicture } from "./inspect-pictures.ts";
import { createLimit, createRoom } from "./limit.ts";
import type { Variant } from "./plan-variants.ts";
import { readPicture } from "./read-header.ts";

/** Pixels of decoded masters at a time; at 3 or 4 bytes each about 100 MB. One that is larger goes alone: at most 400 MB. */
export const PIXELS_IN_FLIGHT = 24_000_000;

/** A picture's file, where it lies until it is published. */
export interface PublishedPicture {
  /** Relative to the output folder. */
  readonly output: string;
  /** Names its bytes. */
  readonly key: string;
  readonly path: string;
  readonly bytes: number;
}

export interface PublishOptions {
  readonly cache: ImageCache;
  /** false makes every file anew. */
  readonly reuse: boolean;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: ReportProgress;
}

/** Rejects when the signal aborts, once what is in the encoder is done, and for a master that changed after it was looked at. */
export async function publishPictures(
  variants: readonly Variant[],
  masters: ReadonlyMap<string, InspectedPicture>,
  options: PublishOptions,
): Promise<PublishedPicture[]> {
  const unique = [...new Map(variants.map((variant) => [variant.output, variant])).values()];
  const { cache, reuse } = options;
  const paths = new Map<string, string>();
  const missing: Variant[] = [];
  for (const variant of unique) {
    const path = reuse ? cache.find(fileName(variant)) : undefined;
    if (path !== undefined) paths.set(variant.key, path);
    else missing.push(variant);
  }
  if (missing.length > 0) {
    await makeFiles(missing, masters, options, (key, path) => paths.set(key, path));
    cache.prune();
  }
  return unique.map(({ output, key }) => {
    const path = paths.get(key) ?? "";
    return { output, key, path, bytes: sizeOf(path) };
  });
}

const fileName = ({ key, format }: Variant): string => `${key}.${format}`;

async function makeFiles(
  variants: readonly Variant[],
  masters: ReadonlyMap<string, InspectedPicture>,
  { cache, reuse, signal, onProgress }: PublishOptions,
  made: (key: string, path: string) => void,
): Promise<void> {
  const report = countProgress("pictures", variants, onProgress, costOf);
  const limit = createLimit(availableParallelism());
  const room = createRoom(PIXELS_IN_FLIGHT);
  let failure: unknown;
  const isOver = () => signal?.aborted === true || failure !== undefined;
  const take = (variant: Variant, path: string) => {
    made(variant.key, path);
    report(variant);
  };
  /** Another build may have made some of them meanwhile. */
  const leftOf = (files: readonly Variant[]) =>
    files.filter((variant) => {
      const path = reuse ? cache.find(fileName(variant), true) : undefined;
      if (path !== undefined) take(variant, path);
      return path === undefined;
    });
  const makeAll = async (files: readonly Variant[], master: InspectedPicture) => {
    if (isOver()) return;
    const left = leftOf(files);
    if (left.length === 0) return;
    const pixels = master.facts.kind === "raster" ? await limit(() => decodePicture(masterBytes(master))) : undefined;
    const make = async (variant: Variant) => {
      for (const each of isOver() ? [] : leftOf([variant]))
        take(each, cache.put(fileName(each), await bytesOf(each, pixels, master)));
    };
    await settle(left.map((variant) => limit(() => make(variant))));
  };
  const ofMaster = async (src: string, files: readonly Variant[]) => {
    const master = masters.get(src);
    if (!master) throw new Error(`The picture "${src}" was not looked at.`);
    const size = master.facts.width * master.facts.height;
    await room.enter(size);
    try {
      await makeAll(files, master);
    } catch (error) {
      failure ??= error;
    } finally {
      room.leave(size);
    }
  };
  await Promise.all(turned(groupBySrc(variants)).map(([src, files]) => ofMaster(src, files)));
  signal?.throwIfAborted();
  if (failure !== undefined) throw failure;
}

/** Waits for all of them, so that nothing goes on after a failure, then rejects with the first one. */
async function settle(tasks: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(tasks);
  const failed = results.find((result) => result.status === "rejected");
  if (failed) throw failed.reason;
}

const groupBySrc = (variants: readonly Variant[]): [string, Variant[]][] => {
  const groups = new Map<string, Variant[]>();
  for (const variant of variants) groups.set(variant.src, [...(groups.get(variant.src) ?? []), variant]);
  return [...groups];
};

/** Two builds that share a cache begin at different pictures, so that each finds what the other has made. */
function turned<Item>(items: readonly Item[]): Item[] {
  const start = process.pid % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}

async function bytesOf(
  { format, ...variant }: Variant,
  pixels: Pixels | undefined,
  master: InspectedPicture,
): Promise<Uint8Array> {
  if (format === "ico") return masterBytes(master);
  if (format === "svg" || pixels === undefined) return cleanSvg(master);
  return encodePicture(pixels, { ...variant, format });
}

/** An SVG picture without what only editors read. */
export async function cleanSvg(master: InspectedPicture): Promise<Uint8Array> {
  const { sanitiseSvg } = await import("./sanitise-svg.ts");
  return Buffer.from(sanitiseSvg(Buffer.from(masterBytes(master)).toString("utf8")));
}

/** The bytes that were looked at: others would be kept, and published, under a name that is not theirs. */
export function masterBytes({ src, path, hash }: InspectedPicture): Uint8Array {
  const bytes = readPicture(path);
  if ("code" in bytes || contentHash(bytes) !== hash)
    throw new EventsiteError("CONTENT_IMAGE_UNREADABLE", `The picture "${src}" was changed while the site was built.`, {
      hint: "build again",
    });
  return bytes;
}

/** What a file costs to make, by its pixels: AVIF takes about eight times as long as the others. */
const costOf = ({ width, height, format }: Variant) => width * height * (format === "avif" ? 8 : 1);
