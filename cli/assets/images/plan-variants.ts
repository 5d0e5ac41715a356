// The facts of a picture and a slot → the files that are published of it, and how a page names them. Pure and without encoding: an address
// is the hash of everything that decides the file's bytes, so pages can be rendered first, in several threads.

import type { PictureAsset, PictureCrop, PictureSlot, PictureSource } from "../../../templates/kit/index.ts";
import { contentHash } from "../../files/content-hash.ts";
import { latinName } from "../../text/latin-name.ts";
import type { PublishedFormat, RasterFormat } from "./encoder.ts";
import type { DrawingFacts, PictureFacts, RasterFacts, Size } from "./picture-facts.ts";
import { SVG_RULES_VERSION } from "./svg-allowed.ts";

/** A file to make. */
export interface Variant extends Size {
  /** The source picture, as a path below content/images. */
  readonly src: string;
  /** Hash of everything that decides the file's bytes. */
  readonly key: string;
  /** Relative to the output folder. */
  readonly output: string;
  readonly format: PublishedFormat;
  readonly window: CropWindow;
  /** The least size for its slot, where the picture is smaller: CSS enlarges it. */
  readonly lacking?: Size;
}

export interface PlannedPicture {
  readonly asset: PictureAsset;
  readonly variants: readonly Variant[];
}

/** The width of the one file for browsers without AVIF: enough for most screens, not too much for old ones. */
const FALLBACK_WIDTH = 1280;

/** `focus` moves the windows of crops that have a ratio. */
export function planPicture(
  src: string,
  facts: PictureFacts,
  slot: PictureSlot,
  focus: Focus | undefined,
): PlannedPicture {
  if (facts.kind !== "raster") return planWhole(src, facts);
  const crops = slot.crops.map((crop) => {
    const { files, fallbackOf } = planCrop(src, facts, crop, focus);
    return { ...crop, files, fallbackOf };
  });
  const sources = crops.map(({ media, sizes, files }) => sourceOf(files, sizes, media));
  const fallback = crops.at(-1)?.fallbackOf(facts.isTransparent ? "png" : "jpg");
  if (!fallback) throw new Error(`The slot of the picture "${src}" has no crop.`);
  return {
    asset: {
      sources,
      src: urlOf(fallback),
      width: fallback.width,
      height: fallback.height,
      ...(!facts.isTransparent && facts.ground !== undefined && { groundClass: `ground-${facts.ground}` }),
    },
    variants: [...crops.flatMap(({ files }) => files), fallback],
  };
}

/** The picture as one file, where no choice of files is possible: uncropped, upright, at most as wide as the fallback of a slot. */
export function planSingle(src: string, facts: PictureFacts): PlannedPicture {
  if (facts.kind !== "raster") return planWhole(src, facts);
  const format = facts.isTransparent ? "png" : "jpg";
  const file = planCrop(src, facts, { widths: [FALLBACK_WIDTH] }, undefined).fallbackOf(format);
  if (!file) throw new Error(`The picture "${src}" has no width.`);
  return { asset: { sources: [], src: urlOf(file), width: file.width, height: file.height }, variants: [file] };
}

/** A picture that scales by itself stays one file. */
function planWhole(src: string, facts: DrawingFacts): PlannedPicture {
  const { identity, width, height } = facts;
  const format = facts.kind === "icon" ? "ico" : "svg";
  const rules = format === "svg" ? [SVG_RULES_VERSION] : [];
  const key = contentHash(JSON.stringify([identity, format, ...rules]));
  const output = `assets/images/${stemOf(src)}-${key.slice(0, 8)}.${format}`;
  const window = { left: 0, top: 0, width, height };
  return {
    asset: { sources: [], src: `/${output}`, width, height },
    variants: [{ src, key, output, format, window, width, height }],
  };
}

function planCrop(
  src: string,
  facts: RasterFacts,
  { ratio, widths, least = widths[0] ?? 0 }: Pick<PictureCrop, "ratio" | "widths" | "least">,
  focus: Focus | undefined,
): { files: Variant[]; fallbackOf(format: RasterFormat): Variant | undefined } {
  const window = cropWindow(facts, ratio, focus);
  const sizes = usableWidths(window, widths).map((width) => scaledSize(window, width, ratio));
  // A picture that is not cropped is never enlarged.
  const lacking =
    ratio !== undefined && window.width < least ? { width: least, height: Math.round(least / ratio) } : undefined;
  const stem = stemOf(src);
  const fileOf = (size: Size, format: RasterFormat): Variant => {
    const { left, top } = window;
    const key = contentHash(
      JSON.stringify([facts.identity, left, top, window.width, window.height, size.width, size.height, format]),
    );
    const output = `assets/images/${stem}-${size.width}-${key.slice(0, 8)}.${format}`;
    return { src, key, output, format, window, ...size, ...(lacking && { lacking }) };
  };
  return {
    files: sizes.map((size) => fileOf(size, "avif")),
    fallbackOf(format) {
      const size = sizes.filter(({ width }) => width <= FALLBACK_WIDTH).at(-1) ?? sizes[0];
      return size && fileOf(size, format);
    },
  };
}

function sourceOf(files: readonly Variant[], sizes: string, media: string | undefined): PictureSource {
  const { width = 1, height = 1 } = files.at(-1) ?? {};
  const srcset = files.map((file) => `${urlOf(file)} ${file.width}w`).join(", ");
  return { ...(media !== undefined && { media }), type: "image/avif", srcset, sizes, width, height };
}

const urlOf = ({ output }: Variant) => `/${output}`;

/** A readable name for an address: "Café Bar.JPG" gives "cafe-bar". */
const stemOf = (src: string): string =>
  latinName(src.replace(/\.[^./]*$/, ""))
    .slice(0, 80)
    .replace(/-$/, "") || "picture";

/** A part of a picture, in pixels of the upright picture. */
export interface CropWindow extends Size {
  readonly left: number;
  readonly top: number;
}

/** A point of a picture, in percent from the left and from the top. */
interface Focus {
  readonly x: number;
  readonly y: number;
}

const CENTRE: Focus = { x: 50, y: 50 };

/** The largest part of the picture with this ratio, its middle as near to the focus as the edges allow. Without a ratio: all of it. */
export function cropWindow({ width, height }: Size, ratio: number | undefined, focus: Focus = CENTRE): CropWindow {
  if (ratio === undefined) return { left: 0, top: 0, width, height };
  const isWide = width > height * ratio;
  const size = {
    width: isWide ? atLeastOne(Math.round(height * ratio), width) : width,
    height: isWide ? height : atLeastOne(Math.round(width / ratio), height),
  };
  return {
    left: startOf(focus.x, width, size.width),
    top: startOf(focus.y, height, size.height),
    ...size,
  };
}

const atLeastOne = (length: number, most: number) => Math.min(most, Math.max(1, length));

const startOf = (percent: number, length: number, part: number): number =>
  Math.min(length - part, Math.max(0, Math.round((percent / 100) * length - part / 2)));

/** The widths of files for a window: those it is wide enough for, and its own where a larger one is requested. Ascending, each once. */
function usableWidths(window: Size, widths: readonly number[]): number[] {
  const usable = widths.filter((width) => width < window.width);
  if (widths.length === 0 || widths.some((width) => width >= window.width)) usable.push(window.width);
  return [...new Set(usable)].sort((a, b) => a - b);
}

/** The size of a file of `width` pixels, with the shape of `ratio` or of the window, and never larger than the window. */
function scaledSize(window: Size, width: number, ratio: number = window.width / window.height): Size {
  return { width, height: Math.min(window.height, Math.max(1, Math.round(width / ratio))) };
}
