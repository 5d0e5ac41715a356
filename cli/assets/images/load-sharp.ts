// The encoder, loaded when there is a picture to inspect. One thread per picture: the number changes the bytes of an AVIF file, and two
// pictures at once keep two cores as busy as two threads on one.
import type sharpFactory from "sharp";

export type Sharp = typeof sharpFactory;

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
