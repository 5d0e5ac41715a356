// How pictures are encoded. All of it shows in the addresses of the files, so a change here gives them new ones.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

export type RasterFormat = "avif" | "webp" | "jpg" | "png";
export type PublishedFormat = RasterFormat | "svg" | "ico";

export const MEDIA_TYPES: Readonly<Record<RasterFormat, string>> = {
  avif: "image/avif",
  webp: "image/webp",
  jpg: "image/jpeg",
  png: "image/png",
};

/**
 * Qualities: direction, section 9. Effort 3 of AVIF takes a quarter of the time of effort 4 for files 3 % larger; effort 2 takes half of
 * that for files 8 % larger (three pictures of the site at 1200 pixels, one thread).
 */
export const ENCODERS = {
  avif: { quality: 50, effort: 3, chromaSubsampling: "4:2:0" },
  webp: { quality: 72, effort: 4 },
  jpg: { quality: 76, mozjpeg: true },
  png: { compressionLevel: 9, effort: 8 },
} as const;

/** Grows with every change of how pixels are read, cropped and scaled. */
const VERSION = 1;

/** Names the encoder. Read from the package's own description: loading the encoder takes a hundred times as long. */
export function encoderStamp(): string {
  const entry = createRequire(import.meta.url).resolve("sharp");
  const { version } = JSON.parse(readFileSync(join(dirname(entry), "../package.json"), "utf8"));
  return JSON.stringify([VERSION, version, ENCODERS]);
}
