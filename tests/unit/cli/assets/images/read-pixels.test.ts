// What is left out for speed is not missed: a picture without an alpha channel is read once and small, and every cut in it is seen.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { expect, test } from "vitest";
import { readMetadata, readPixels } from "../../../../../cli/assets/images/decode-picture.ts";
import { createDecodedPictures } from "../../../../../cli/assets/images/decoded-pictures.ts";
import { contentHash } from "../../../../../cli/files/content-hash.ts";
import { photo } from "../../../../support/site/pictures.ts";
import { projectDir } from "../../../../support/site/with-site.ts";

/** Rows of noise: cuts near the end show in the last rows alone. */
function noise(): Sharp {
  const [width, height] = [320, 200];
  const data = new Uint8Array(width * height * 3);
  for (let at = 0, seed = 7; at < data.length; at++) {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    data[at] = seed >> 16;
  }
  return sharp(data, { raw: { width, height, channels: 3 } });
}

const formats: [string, (picture: Sharp) => Sharp][] = [
  ["JPEG", (picture) => picture.jpeg()],
  ["progressive JPEG", (picture) => picture.jpeg({ progressive: true })],
  ["PNG", (picture) => picture.png()],
  ["interlaced PNG", (picture) => picture.png({ progressive: true })],
  ["WebP", (picture) => picture.webp()],
  ["lossless WebP", (picture) => picture.webp({ lossless: true })],
  ["AVIF", (picture) => picture.avif({ effort: 0 })],
];

const isRead = async (bytes: Uint8Array): Promise<boolean> => {
  try {
    await readPixels(bytes, await readMetadata(bytes));
    return true;
  } catch {
    return false;
  }
};

test.each(formats)("a %s is read, and damaged wherever it is cut short", async (_, make) => {
  const whole = await make(noise()).toBuffer();
  expect(await isRead(whole)).toBe(true);
  for (const share of [0.3, 0.7, 0.95, 0.99]) {
    const cut = whole.subarray(0, Math.floor(whole.length * share));
    expect([share, await isRead(cut)]).toEqual([share, false]);
  }
});

test("an alpha channel through which nothing shows is none", async () => {
  const look = async (picture: Sharp) => {
    const bytes = await picture.toBuffer();
    return readPixels(bytes, await readMetadata(bytes));
  };
  expect(await look(photo(40, 30).png())).toEqual({ isTransparent: false, ground: "182858" });
  expect((await look(photo(40, 30).ensureAlpha(1).png())).isTransparent).toBe(false);
  expect((await look(photo(40, 30).ensureAlpha(0.5).png())).isTransparent).toBe(true);
});

test("decoded pictures are given up for others as soon as nobody uses them", async () => {
  const decoded = createDecodedPictures();
  const files = ["small/content/images/room.png", "frozen/content/images/bokeh-band.webp"];
  for (const path of [...files, ...files].map((name) => join(projectDir, "tests/fixtures/sites", name))) {
    const hash = contentHash(readFileSync(path));
    // There is room for one at a time.
    const facts = { kind: "vector", identity: hash, width: 5000, height: 4000 } as const;
    expect(await decoded.use({ src: path, path, hash, facts }, async ({ channels }) => channels)).toBeGreaterThan(2);
  }
});
