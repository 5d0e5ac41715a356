// How pictures are encoded. All of it is part of the files' hashes, so a change here gives them new addresses.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type sharpFactory from "sharp";
import { resolvePackage } from "../../config/find-package.ts";

export type RasterFormat = "avif" | "jpg" | "png";
export type PublishedFormat = RasterFormat | "svg" | "ico";

/**
 * Effort 2 of AVIF takes half of the time of effort 3 for files 8 % larger; effort 3 a quarter of the time of effort 4 for files 5 % larger
 * (pictures of the site at 1200 pixels, one thread).
 */
export const ENCODERS = {
  avif: { quality: 50, effort: 2, chromaSubsampling: "4:2:0" },
  jpg: { quality: 76, mozjpeg: true },
  png: { compressionLevel: 9, effort: 8 },
} as const;

/** Increase it with every change to how pixels are read, cropped and scaled. */
const VERSION = 2;

let stamp: string | undefined;

/** The encoder's version. Read from its package.json: loading the encoder takes a hundred times as long. */
export const encoderStamp = (): string => {
  stamp ??= readStamp();
  return stamp;
};

function readStamp(): string {
  const entry = resolvePackage("sharp");
  const { version } = JSON.parse(readFileSync(join(dirname(entry), "../package.json"), "utf8"));
  return JSON.stringify([VERSION, version, ENCODERS]);
}

type Sharp = typeof sharpFactory;
/** A picture with what is to be done to it. */
export type SharpPipeline = ReturnType<Sharp>;

let loading: Promise<Sharp> | undefined;

export function loadSharp(): Promise<Sharp> {
  loading ??= import("sharp").then(({ default: sharp }) => {
    sharp.concurrency(1);
    // A build reads each source picture once, so the library's own cache is useless.
    sharp.cache(false);
    return sharp;
  });
  return loading;
}
