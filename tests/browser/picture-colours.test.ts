// A published picture has the colours that a browser shows of the original, whatever format, depth and profile it has.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright";
import sharp, { type Sharp } from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { decodePicture, readMetadata, readPixels } from "../../cli/assets/images/decode-picture.ts";
import { openBrowser } from "../support/browser.ts";
import { adobeRgb, grayOfGamma, srgbOfGamma } from "../support/colour-profiles.ts";
import { fileFolder } from "../support/own-folder.ts";

const FIELD = 16;
// Well inside every gamut: at its edge a browser's own rounding to 8 bits shows.
const COLOURS = [
  [220, 30, 30],
  [80, 170, 100],
  [60, 80, 180],
  [128, 128, 128],
  [230, 200, 90],
  [12, 12, 12],
  [250, 250, 250],
  [90, 140, 170],
];

const dir = fileFolder();
const profile = (name: string, bytes: Buffer): string => {
  const path = join(dir, `${name}.icc`);
  writeFileSync(path, bytes);
  return path;
};
const PROFILES = {
  "no profile": undefined,
  "Display P3": "p3",
  "Adobe RGB": profile("adobe", adobeRgb()),
  "sRGB of gamma 2.2": profile("srgb", srgbOfGamma(2.2)),
};
const GRAYS = {
  "no profile": undefined,
  "gamma 1.8": profile("gray-18", grayOfGamma(1.8)),
  "gamma 2.2": profile("gray-22", grayOfGamma(2.2)),
};

/** Fields of one colour each, the first of them half transparent on demand. */
function fields(isTransparent = false): Sharp {
  const [width, height] = [FIELD * COLOURS.length, FIELD];
  const data = new Uint8Array(width * height * 4);
  for (let at = 0; at < width * height; at++) {
    const field = Math.floor((at % width) / FIELD);
    data.set([...(COLOURS[field] ?? []), isTransparent && field === 0 ? 128 : 255], at * 4);
  }
  const picture = sharp(data, { raw: { width, height, channels: 4 } });
  return isTransparent ? picture : picture.removeAlpha();
}

const withProfile = (picture: Sharp, path: string | undefined): Sharp =>
  path === undefined ? picture : picture.withIccProfile(path);

type Case = readonly [name: string, make: () => Promise<Buffer>];

const colourCases = Object.entries(PROFILES).flatMap(([name, path]): Case[] => {
  const of = (space: "srgb" | "rgb16", isTransparent = false) =>
    withProfile(fields(isTransparent).toColourspace(space), path);
  const avif = (bitdepth: 8 | 10 | 12) => async () => {
    // What is encoded first keeps the depth of its samples.
    const png = await of(bitdepth === 8 ? "srgb" : "rgb16")
      .png()
      .toBuffer();
    return sharp(png)
      .keepIccProfile()
      .avif({ quality: 100, chromaSubsampling: "4:4:4", bitdepth, effort: 0 })
      .toBuffer();
  };
  return [
    [`PNG of 8 bits, ${name}`, () => of("srgb").png().toBuffer()],
    [`PNG of 16 bits, ${name}`, () => of("rgb16").png().toBuffer()],
    [`transparent PNG of 8 bits, ${name}`, () => of("srgb", true).png().toBuffer()],
    [`transparent PNG of 16 bits, ${name}`, () => of("rgb16", true).png().toBuffer()],
    [`PNG of a palette, ${name}`, () => of("srgb").png({ palette: true }).toBuffer()],
    [`JPEG, ${name}`, () => of("srgb").jpeg({ quality: 100, chromaSubsampling: "4:4:4" }).toBuffer()],
    [`WebP, ${name}`, () => of("srgb").webp({ lossless: true }).toBuffer()],
    [`transparent WebP, ${name}`, () => of("srgb", true).webp({ lossless: true }).toBuffer()],
    [`AVIF of 8 bits, ${name}`, avif(8)],
    [`AVIF of 10 bits, ${name}`, avif(10)],
    [`AVIF of 12 bits, ${name}`, avif(12)],
  ];
});

const grayCases = Object.entries(GRAYS).flatMap(([name, path]): Case[] => {
  const of = (space: "b-w" | "grey16", isTransparent = false) =>
    withProfile(fields(isTransparent).toColourspace(space), path);
  return [
    [`gray PNG of 8 bits, ${name}`, () => of("b-w").png().toBuffer()],
    [`gray PNG of 16 bits, ${name}`, () => of("grey16").png().toBuffer()],
    [`transparent gray PNG of 16 bits, ${name}`, () => of("grey16", true).png().toBuffer()],
    [`gray JPEG, ${name}`, () => of("b-w").jpeg({ quality: 100 }).toBuffer()],
  ];
});

const inks: Case = [
  "JPEG for print, no profile",
  () => fields().toColourspace("cmyk").jpeg({ quality: 100, chromaSubsampling: "4:4:4" }).toBuffer(),
];

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await openBrowser();
  page = await browser.newPage();
});
afterAll(() => browser.close());

/** The middle of each field as the browser shows it: red, green, blue and alpha. */
async function shownInBrowser(bytes: Buffer): Promise<readonly (readonly number[])[]> {
  const { format } = await sharp(bytes).metadata();
  const address = `data:image/${format === "heif" ? "avif" : format};base64,${bytes.toString("base64")}`;
  return page.evaluate(
    async ({ address, size, count }) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
      const context = canvas.getContext("2d");
      context?.drawImage(image, 0, 0);
      const middles = Array.from({ length: count }, (_, index) => (index + 0.5) * size);
      return middles.map((x) => [...(context?.getImageData(x, size / 2, 1, 1).data ?? [])]);
    },
    { address, size: FIELD, count: COLOURS.length },
  );
}

test.each([...colourCases, ...grayCases, inks])("%s", async (_, make) => {
  const bytes = await make();
  const shown = await shownInBrowser(bytes);
  const { data, width, channels } = await decodePicture(bytes);
  for (const [field, expected] of shown.entries()) {
    const at = ((FIELD / 2) * width + (field + 0.5) * FIELD) * channels;
    const published = [...data.subarray(at, at + channels)];
    const difference = Math.max(...published.map((part, index) => Math.abs(part - (expected[index] ?? 0))));
    expect(difference, `field ${field}: ${published}, in the browser ${expected}`).toBeLessThanOrEqual(3);
  }
});

test("the colour behind a picture that loads is one of its own", async () => {
  const deep = sharp({ create: { width: 40, height: 40, channels: 3, background: "#dc1e1e" } }).toColourspace("rgb16");
  const bytes = await deep.withIccProfile(PROFILES["Adobe RGB"]).png().toBuffer();
  const { ground } = await readPixels(bytes, await readMetadata(bytes));
  const parts = (ground.match(/../g) ?? []).map((part) => Number.parseInt(part, 16));
  for (const [index, part] of [220, 30, 30].entries()) expect(Math.abs((parts[index] ?? 0) - part)).toBeLessThan(16);
});
