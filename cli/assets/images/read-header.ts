// The file of a picture → its bytes and what its header says, or why it cannot be used. Nothing is decoded here, so that a file that is far
// too large is reported before it fills the memory.

import { readFileSync, realpathSync, statSync } from "node:fs";
import { extname, join, sep } from "node:path";
import type { DiagnosticCode } from "../../diagnostics/codes.ts";
import type { Finding } from "../../diagnostics/diagnostic.ts";
import type { StatFile } from "../cache/stat-hashes.ts";
import { type HeaderFacts, MAX_IMAGE_PIXELS, readMetadata } from "./decode-picture.ts";
import { foreignType } from "./foreign-types.ts";
import type { Size } from "./picture-facts.ts";
import { svgText } from "./svg-text.ts";

/** The limit for a source picture. */
export const MAX_IMAGE_BYTES = 40 * 1_048_576;

/** Why a picture is not published, or is changed. `message` continues 'The picture "x"'. */
export type PictureFinding = Required<Omit<Finding, "folder">>;

type PictureType = "jpg" | "png" | "webp" | "avif" | "svg" | "ico";

export const fault = (code: DiagnosticCode, message: string, hint: string): PictureFinding => ({
  code,
  severity: "error",
  message,
  hint,
});

export const unreadable = (message: string, hint = "open it in a picture editor and export it again"): PictureFinding =>
  fault("CONTENT_IMAGE_UNREADABLE", message, hint);

const tooLarge = (size: string): PictureFinding =>
  fault("CONTENT_IMAGE_TOO_LARGE", `has ${size}`, "save it smaller: 2000 pixels across is plenty");

/** The file behind a name below `imagesDir`. */
export function findPicture(imagesDir: string, src: string): StatFile | PictureFinding {
  try {
    const path = realpathSync.native(join(imagesDir, src));
    const isIn = (dir: string) => path.startsWith(dir + sep);
    if (!isIn(imagesDir) && !isIn(realpathSync.native(imagesDir)))
      return fault("CONTENT_IMAGE_OUTSIDE", "is a link to a file outside content/images.", "put the file itself there");
    const stat = statSync(path);
    if (!stat.isFile()) return unreadable("is not a file.", "put the picture itself there");
    if (stat.size === 0) return unreadable("is an empty file.", "export it again");
    if (stat.size <= MAX_IMAGE_BYTES) return { path, stat };
    return tooLarge(`${(Math.ceil((stat.size * 10) / 1_048_576) / 10).toFixed(1)} MiB; a picture may have 40.`);
  } catch (error) {
    return unreadableBecause(error);
  }
}

export function readPicture(path: string): Uint8Array | PictureFinding {
  try {
    return readFileSync(path);
  } catch (error) {
    return unreadableBecause(error);
  }
}

const unreadableBecause = (error: unknown): PictureFinding =>
  unreadable(
    `cannot be read (${(error as NodeJS.ErrnoException).code ?? error}).`,
    "check that the file exists and that you may read it",
  );

export interface PictureHeader extends Size {
  readonly type: PictureType;
}

/** The name in `src` decides what is reported of an unreadable file: ".svg", or any other picture. */
export async function readHeader(
  bytes: Uint8Array,
  src: string,
): Promise<(PictureHeader & { readonly raster?: HeaderFacts }) | PictureFinding> {
  try {
    // HEIC comes first: below it would be read as AVIF and reported as damaged.
    const brand = heifBrand(bytes);
    if (brand !== undefined) return isOtherType(brand);
    const foreign = foreignType(bytes);
    if (foreign) return unreadable(foreign.message, foreign.hint);
    const drawing = iconHeader(bytes) ?? svgHeader(bytes);
    if (drawing) return drawing.width > 0 && drawing.height > 0 ? drawing : sizeless;
    const raster = await readMetadata(bytes);
    const { format, width, height } = raster;
    const type = RASTER_TYPES[format];
    // A drawing that `svgHeader` did not recognise.
    if (format === "svg") return noDrawing;
    if (type === undefined) return isOtherType(format);
    if (width * height <= MAX_IMAGE_PIXELS) return { type, width, height, raster };
    return tooLarge(`${width} by ${height} pixels; a picture may have 100 million in all.`);
  } catch {
    if (!src.toLowerCase().endsWith(".svg")) return unreadable("cannot be read as a picture.");
    return noDrawing;
  }
}

/** By sharp's names of formats. */
const RASTER_TYPES: Readonly<Record<string, PictureType>> = {
  jpeg: "jpg",
  png: "png",
  webp: "webp",
  heif: "avif",
};

/** The size of the first picture in an icon; 0 means 256. */
const iconHeader = (bytes: Uint8Array): PictureHeader | undefined =>
  Buffer.from([0, 0, 1, 0]).equals(bytes.subarray(0, 4))
    ? { type: "ico", width: bytes[6] || 256, height: bytes[7] || 256 }
    : undefined;

/** Unlike in a published SVG, the name may have a prefix: <svg:svg>. */
const SVG_ROOT = /<(?:[\w.-]+:)?svg\s(?:[^>"']|"[^"]*"|'[^']*')*>/;
const UNITS: Readonly<Record<string, number>> = {
  in: 96,
  cm: 96 / 2.54,
  mm: 9.6 / 2.54,
  pt: 4 / 3,
  pc: 16,
  em: 16,
  ex: 8,
};

/** The drawing is read as text: nothing of it is loaded before it is known to be harmless. */
function svgHeader(bytes: Uint8Array): PictureHeader | undefined {
  // This is called for all pictures: the first bytes of most show that they are no text.
  if (!/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*</.test(Buffer.from(bytes.subarray(0, 1000)).toString("latin1")))
    return undefined;
  const root = SVG_ROOT.exec(svgText(bytes) ?? Buffer.from(bytes).toString("latin1"))?.[0];
  if (!root) return undefined;
  const lengthOf = (name: string): number => {
    const [, number, unit = ""] = new RegExp(`\\s${name}=["']([\\d.]+(?:e\\d+)?)([a-z]*)["']`).exec(root) ?? [];
    return Number(number) * (UNITS[unit] ?? 1);
  };
  const viewBox =
    /\sviewBox=["']([^"']+)["']/i
      .exec(root)?.[1]
      ?.trim()
      .split(/[\s,]+/) ?? [];
  const boxWidth = Number(viewBox[2]);
  const boxHeight = Number(viewBox[3]);
  const width = lengthOf("width");
  const height = lengthOf("height");
  const size = {
    width: width || height * (boxWidth / boxHeight) || boxWidth,
    height: height || width * (boxHeight / boxWidth) || boxHeight,
  };
  return { type: "svg", ...wholeSize(size) };
}

/** In whole pixels. The size of a tiny drawing is multiplied by ten or a hundred: rounding would change the ratio of its sides. */
function wholeSize({ width, height }: Size): Size {
  const least = Math.min(width, height);
  const factor = least > 0 && least < 10 ? 10 ** Math.ceil(Math.log10(10 / least)) : 1;
  return { width: Math.round(width * factor), height: Math.round(height * factor) };
}

/** The type of a HEIC or HEIF file, as phones save photographs. It follows "ftyp", as that of AVIF does. */
function heifBrand(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 64)).toString("latin1");
  if (head.slice(4, 8) !== "ftyp" || /avi[fs]/.test(head.slice(8, bytes[3] ?? 64))) return undefined;
  if (/^(?:hei[cxms]|hev[cxms])/.test(head.slice(8))) return "heic";
  return /^mi?f1|^msf1/.test(head.slice(8)) ? "heif" : undefined;
}

const sizeless = unreadable(
  "does not have a width and a height in numbers above 0.",
  'write viewBox="0 0 WIDTH HEIGHT" into its <svg>, with the size of the drawing, or export it again',
);

const noDrawing = unreadable(
  "is no SVG picture, or not in an encoding that can be read.",
  "open it in a drawing program and export it again as a plain SVG, in UTF-8",
);

const isOtherType = (type: string): PictureFinding =>
  unreadable(
    `is in truth of the type ${type.toUpperCase()}.`,
    /^hei/.test(type)
      ? "browsers do not show it: open it and export it as JPEG"
      : "open it in a picture editor and export it as JPEG, PNG, WebP or AVIF",
  );

/** Reports a file extension of another type than the bytes: servers and browsers would trust the extension. */
export function misnamed(src: string, type: PictureType): PictureFinding | undefined {
  const extension = extname(src).slice(1).toLowerCase().replace("jpeg", "jpg");
  if (extension === type) return undefined;
  return unreadable(`is in truth of the type ${type.toUpperCase()}.`, `rename it so that it ends in .${type}`);
}
