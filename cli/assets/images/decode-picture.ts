// The bytes of a source picture → pixels for every output: upright, 8-bit, sRGB, without metadata.

import { ENCODERS, loadSharp, type RasterFormat, type SharpPipeline } from "./encoder.ts";
import type { RasterFacts, Size } from "./picture-facts.ts";
import type { Variant } from "./plan-variants.ts";
import { hasOtherColours } from "./stated-colours.ts";

/** Pixels in rows from the top left, 3 or 4 bytes each. */
export interface Pixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
}

/** Why the colours of a readable picture have to be converted. */
export type Conversion = "cmyk" | "16-bit" | "stated-colours";

/** The limit for a source picture. */
export const MAX_IMAGE_PIXELS = 100_000_000;

/** What the header of a picture says. */
export interface HeaderFacts extends Size {
  /** In sharp's words: "png", "jpeg", "heif". */
  readonly format: string;
  /** Whether its pixels are in a form that cannot be decoded here. */
  readonly isUnknown: boolean;
  /** Whether it may be transparent. */
  readonly hasAlpha: boolean;
  readonly conversions: readonly Conversion[];
  /** Whether the file has several pictures, shown one after the other. */
  readonly isAnimated: boolean;
}

/** What only the pixels of a picture say. */
export type PixelFacts = Required<Pick<RasterFacts, "isTransparent" | "ground">>;

const INPUT = { failOn: "warning", limitInputPixels: MAX_IMAGE_PIXELS } as const;

/** Takes some 2 ms for a picture of any size. Rejects for a file that is no picture. */
export async function readMetadata(bytes: Uint8Array): Promise<HeaderFacts> {
  const sharp = await loadSharp();
  const metadata = await sharp(bytes, { ...INPUT, limitInputPixels: false }).metadata();
  const { format, autoOrient, hasAlpha, hasProfile, space, depth, bitsPerSample, pages = 1, compression } = metadata;
  const isDeep = bitsPerSample === 16 || (bitsPerSample === undefined && depth !== "uchar");
  return {
    format,
    width: autoOrient.width,
    height: autoOrient.height,
    isUnknown: compression !== undefined && compression !== "av1",
    hasAlpha,
    conversions: [
      ...(space === "cmyk" ? ["cmyk" as const] : []),
      ...(isDeep ? ["16-bit" as const] : []),
      ...(hasOtherColours(bytes, hasProfile) ? ["stated-colours" as const] : []),
    ],
    isAnimated: pages > 1 || isMovingPng(bytes) || isMovingAvif(bytes),
  };
}

/** Reads every pixel, so that a picture cut short is found, but keeps few in memory. Rejects for a damaged picture. */
export async function readPixels(bytes: Uint8Array, { hasAlpha }: Pick<HeaderFacts, "hasAlpha">): Promise<PixelFacts> {
  const sharp = await loadSharp();
  // This takes four times as long as all the rest.
  const isTransparent = hasAlpha && !(await sharp(bytes, INPUT).stats()).isOpaque;
  const screen = await forScreen(bytes);
  const small = await screen
    .toColourspace("srgb")
    .resize(64, 64, { fit: "inside" })
    .removeAlpha()
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = small.info;
  const { dominant } = await sharp(small.data, { raw: { width, height, channels } }).stats();
  const ground = [dominant.r, dominant.g, dominant.b].map((part) => part.toString(16).padStart(2, "0")).join("");
  return { isTransparent, ground };
}

/** The decoder silently reads only the first picture of an animated PNG or AVIF. */
const isMovingPng = (bytes: Uint8Array): boolean => {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 65_536)).toString("latin1");
  return head.startsWith("\x89PNG") && /acTL/.test(head.split("IDAT", 1)[0] ?? "");
};

const isMovingAvif = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(4, 12)).toString("latin1") === "ftypavis";

/**
 * The upright picture, with the colours that browsers show. sharp converts colours by their profile only with 8 bits. With 16 bits it takes
 * Display P3 for sRGB and ignores the profile of a gray picture. It guesses a profile for a picture for print without one; browsers do not.
 */
async function forScreen(bytes: Uint8Array): Promise<SharpPipeline> {
  const sharp = await loadSharp();
  const upright = sharp(bytes, INPUT).autoOrient();
  const { space, hasProfile } = await sharp(bytes, INPUT).metadata();
  if (space === "cmyk" && !hasProfile) return fromInks(upright);
  if (!hasProfile || (space !== "rgb16" && space !== "grey16")) return upright;
  const { data, info } = await sharp(bytes, { ...INPUT, ignoreIcc: true })
    .autoOrient()
    .toColourspace(space)
    .withIccProfile("srgb", { attach: false })
    .raw({ depth: "ushort" })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return sharp(new Uint16Array(data.buffer, data.byteOffset, data.length / 2), { raw: { width, height, channels } });
}

/** Each ink takes its share from one colour, and black takes its share from all three. */
async function fromInks(picture: SharpPipeline): Promise<SharpPipeline> {
  const inks = picture.pipelineColourspace("cmyk").toColourspace("cmyk").raw({ depth: "uchar" });
  const { data, info } = await inks.toBuffer({ resolveWithObject: true });
  const pixels = new Uint8Array(info.width * info.height * 3);
  for (let at = 0, to = 0; at < data.length; at += 4) {
    const light = 255 - (data[at + 3] ?? 0);
    for (let ink = 0; ink < 3; ink++) pixels[to++] = ((255 - (data[at + ink] ?? 0)) * light) / 255 + 0.5;
  }
  const sharp = await loadSharp();
  return sharp(pixels, { raw: { width: info.width, height: info.height, channels: 3 } });
}

/** All pixels of a source picture, for any number of outputs. */
export async function decodePicture(bytes: Uint8Array): Promise<Pixels> {
  const screen = await forScreen(bytes);
  const { data, info } = await screen
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== 3 && info.channels !== 4) throw new Error(`The picture has ${info.channels} channels.`);
  return { data, width: info.width, height: info.height, channels: info.channels };
}

/** Encodes a part of the pixels at a size, in a format. */
export async function encodePicture(
  { data, ...raw }: Pixels,
  {
    window,
    width,
    height,
    format,
    isTransparent,
  }: Pick<Variant, "window" | "width" | "height"> &
    Pick<PixelFacts, "isTransparent"> & { readonly format: RasterFormat },
): Promise<Uint8Array> {
  const sharp = await loadSharp();
  const resized = sharp(data, { raw }).extract(window).resize(width, height, { fit: "fill" });
  const output = isTransparent ? resized : resized.removeAlpha();
  return output.toFormat(format === "jpg" ? "jpeg" : format, ENCODERS[format]).toBuffer();
}
