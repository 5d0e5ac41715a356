// The encoder, loaded when there is a picture to look into. One thread a picture: how many it has shows in the bytes of an AVIF file, and
// two pictures at once keep two cores as busy as two threads on one.
import type sharpFactory from "sharp";

export type Sharp = typeof sharpFactory;

let loading: Promise<Sharp> | undefined;

export function loadSharp(): Promise<Sharp> {
  loading ??= import("sharp").then(({ default: sharp }) => {
    sharp.concurrency(1);
    // A build meets each master once: what the library would keep of it is never asked for again.
    sharp.cache(false);
    return sharp;
  });
  return loading;
}
