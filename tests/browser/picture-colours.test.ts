// A published picture has the colours that a browser shows of the original, whatever format, depth and profile it has.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import type { Browser, Page } from "playwright";
import sharp, { type Sharp } from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { decodePicture, readMetadata, readPixels } from "../../cli/assets/images/decode-picture.ts";
import { openBrowser } from "../support/browser/browser.ts";
import { fileFolder } from "../support/process/own-folder.ts";
import { adobeRgb, grayOfGamma, srgbOfGamma } from "../support/site/colour-profiles.ts";

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

const SRGB_PRIMARIES = [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000];
const P3_PRIMARIES = [31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6_000];

/** What a PNG says of its colours by numbers, before all else. */
async function pngSaying(chunks: Readonly<Record<string, Buffer>>, path?: string): Promise<Buffer> {
  const png = await withProfile(fields(), path).png().toBuffer();
  return Buffer.concat([png.subarray(0, 33), ...Object.entries(chunks).map(pngChunk), png.subarray(33)]);
}

function pngChunk([name, data]: [string, Buffer]): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length);
  head.write(name, 4, "latin1");
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), data])));
  return Buffer.concat([head, data, check]);
}

const numbers = (...values: readonly number[]): Buffer => Buffer.from(Uint32Array.from(values).buffer).swap32();

/** An AVIF whose box of colours has code points in place of a profile. */
async function avifSaying(primaries: number, curve: number): Promise<Buffer> {
  const png = await fields().withIccProfile("p3").png().toBuffer();
  const picture = sharp(png).keepIccProfile();
  const avif = await picture.avif({ quality: 100, chromaSubsampling: "4:4:4", effort: 0 }).toBuffer();
  const at = /colr(?:prof|rICC)/.exec(avif.toString("latin1"))?.index ?? Number.NaN;
  avif.write("nclx", at + 4, "latin1");
  for (const [index, value] of [primaries, curve, 6].entries()) avif.writeUInt16BE(value, at + 8 + index * 2);
  avif[at + 14] = 128;
  return avif;
}

const P3_CODE = Buffer.from([12, 13, 0, 1]);
const statedCases: readonly Case[] = [
  ["a gamma of 2.2", () => pngSaying({ gAMA: numbers(45_455) })],
  ["a gamma of 1.8", () => pngSaying({ gAMA: numbers(55_556) })],
  ["a gamma of 1", () => pngSaying({ gAMA: numbers(100_000) })],
  ["primaries alone", () => pngSaying({ cHRM: numbers(...P3_PRIMARIES) })],
  ["gamma and primaries", () => pngSaying({ gAMA: numbers(45_455), cHRM: numbers(...P3_PRIMARIES) })],
  ["those of sRGB", () => pngSaying({ gAMA: numbers(45_455), cHRM: numbers(...SRGB_PRIMARIES) })],
  ["sRGB, and numbers", () => pngSaying({ sRGB: Buffer.from([0]), gAMA: numbers(100_000) })],
  ["a profile, and numbers", () => pngSaying({ gAMA: numbers(100_000) }, "srgb")],
  ["code points of Display P3", () => pngSaying({ cICP: P3_CODE })],
  ["code points beside a profile", () => pngSaying({ cICP: P3_CODE }, "srgb")],
  ["code points of sRGB", () => pngSaying({ cICP: Buffer.from([1, 13, 0, 1]) })],
  ["code points of television", () => pngSaying({ cICP: Buffer.from([1, 1, 0, 1]) })],
  ["no code points", () => pngSaying({ cICP: Buffer.from([2, 2, 0, 1]) })],
  ...[
    [1, 13],
    [1, 1],
    [2, 2],
    [1, 6],
    [12, 13],
    [9, 16],
    [9, 18],
    [1, 8],
    [1, 4],
  ].map(([primaries = 0, curve = 0]): Case => [`AVIF of ${primaries}/${curve}`, () => avifSaying(primaries, curve)]),
  ["for print, with a profile", () => fields().toColourspace("cmyk").withIccProfile("cmyk").jpeg().toBuffer()],
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

/** The fields that are published in other colours than a browser shows of the original. */
async function otherFields(bytes: Buffer): Promise<string[]> {
  const shown = await shownInBrowser(bytes);
  const { data, width, channels } = await decodePicture(bytes);
  return shown.flatMap((expected, field) => {
    const at = ((FIELD / 2) * width + (field + 0.5) * FIELD) * channels;
    const published = [...data.subarray(at, at + channels)];
    const difference = Math.max(...published.map((part, index) => Math.abs(part - (expected[index] ?? 0))));
    return difference > 3 ? [`field ${field}: ${published}, in the browser ${expected}`] : [];
  });
}

test.each([...colourCases, ...grayCases, inks])("%s", async (_, make) => {
  expect(await otherFields(await make())).toEqual([]);
});

test.each(statedCases)("a picture that says %s has the browser's colours, or is reported", async (_, make) => {
  const bytes = await make();
  const { conversions } = await readMetadata(bytes);
  expect(conversions.length > 0).toBe((await otherFields(bytes)).length > 0);
});

test("the colour behind a picture that loads is one of its own", async () => {
  const deep = sharp({ create: { width: 40, height: 40, channels: 3, background: "#dc1e1e" } }).toColourspace("rgb16");
  const bytes = await deep.withIccProfile(PROFILES["Adobe RGB"]).png().toBuffer();
  const { ground } = await readPixels(bytes, await readMetadata(bytes));
  const parts = (ground.match(/../g) ?? []).map((part) => Number.parseInt(part, 16));
  for (const [index, part] of [220, 30, 30].entries()) expect(Math.abs((parts[index] ?? 0) - part)).toBeLessThan(16);
});
