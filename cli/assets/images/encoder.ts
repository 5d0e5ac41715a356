// How pictures are encoded. All of it is in the hashes of the files, so that a change here gives them new addresses.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Sharp, default as sharpFactory } from "sharp";
import { resolvePackage } from "../../config/find-package.ts";

export type RasterFormat = "avif" | "jpg" | "png";
export type PublishedFormat = RasterFormat | "svg" | "ico";

/**
 * AVIF with effort 2 takes half of the time of effort 3 and gives files 8 % larger. Effort 3 takes a quarter of the time of effort 4 and
 * gives files 5 % larger. Measured with pictures of the site at 1200 pixels, in one thread.
 */
export const ENCODERS = {
  avif: { quality: 50, effort: 2, chromaSubsampling: "4:2:0" },
  jpg: { quality: 76, mozjpeg: true },
  png: { compressionLevel: 9, effort: 8 },
} as const;

/** Increase it with every change to how pixels are read, cropped and scaled. */
const VERSION = 2;

let stamp: string | undefined;

/** Changes with the encoder. Its version is read from package.json: loading the encoder takes a hundred times as long. */
export const encoderStamp = (): string => {
  stamp ??= readStamp();
  return stamp;
};

function readStamp(): string {
  const entry = resolvePackage("sharp");
  const { version } = JSON.parse(readFileSync(join(dirname(entry), "../package.json"), "utf8"));
  return JSON.stringify([VERSION, version, ENCODERS]);
}

/** A picture with the operations that are to be done to it. */
export type SharpPipeline = Sharp;

let loading: Promise<typeof sharpFactory> | undefined;

export function loadSharp(): Promise<typeof sharpFactory> {
  loading ??= import("sharp").then(({ default: sharp }) => {
    sharp.concurrency(1);
    // The library's cache is of no use: a build reads each source picture once.
    sharp.cache(false);
    return sharp;
  });
  return loading;
}
