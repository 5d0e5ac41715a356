import { gzipSync } from "node:zlib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { readHeader } from "../../../../../cli/assets/images/read-header.ts";

const svg = (attributes: string) =>
  Buffer.from(`\ufeff<?xml version="1.0"?>\n<svg a=">" ${attributes}><g width="1"/></svg>`);

test.each([
  ['width="40" height="30.4px"', { width: 40, height: 30 }],
  ["width='2in' height='2.54cm' viewBox='0 0 1 1'", { width: 192, height: 96 }],
  ['viewBox="0, 0 60.6 40"', { width: 61, height: 40 }],
  ['width="30" viewBox="0 0 60 40"', { width: 30, height: 20 }],
  ['height="20" width="100%" viewBox="0 0 60 40"', { width: 30, height: 20 }],
  ['viewBox="0 0 1 1"', { width: 10, height: 10 }],
  ['viewBox="0 0 0.4 0.3"', { width: 40, height: 30 }],
  ['width="1.5" height="1"', { width: 15, height: 10 }],
])("an SVG picture with %s", async (attributes, size) => {
  expect(await readHeader(svg(attributes), "a.svg")).toEqual({ type: "svg", ...size });
});

test.each([
  ["no size", svg(""), "does not have a width and a height in numbers above 0."],
  ["half a box", svg('viewBox="0 0 60"'), "does not have a width and a height in numbers above 0."],
  ["a size in percent", svg('width="100%" height="100%"'), "does not have a width and a height in numbers above 0."],
  ["a page in it", Buffer.from("<html></html>"), "is a web page and no picture."],
  ["no picture", Buffer.from("<SVG></SVG>"), "is no SVG picture, or not in an encoding that can be read."],
  [
    "compression",
    gzipSync(svg('viewBox="0 0 9 9"')),
    "is a compressed file, as drawing programs save SVG under the name .svgz.",
  ],
])("an SVG picture with %s is reported", async (_, bytes, message) => {
  expect(await readHeader(bytes, "a.svg")).toMatchObject({ code: "CONTENT_IMAGE_UNREADABLE", message });
});

test.each([
  ["a prefix", '<svg:svg xmlns:svg="http://www.w3.org/2000/svg" viewBox="0 0 40 30"/>', "utf8"],
  ["UTF-16", '\ufeff<?xml version="1.0" encoding="UTF-16"?><svg viewBox="0 0 40 30"/>', "utf16le"],
  ["a declaration of UTF-16 that is none", '<?xml version="1.0" encoding="UTF-16"?><svg viewBox="0 0 40 30"/>', "utf8"],
  ["Latin 1", '<?xml version="1.0" encoding="ISO-8859-1"?><svg id="\u00e9" viewBox="0 0 40 30"/>', "latin1"],
] as const)("an SVG picture in %s is read", async (_, text, encoding) => {
  expect(await readHeader(Buffer.from(text, encoding), "a.svg")).toEqual({ type: "svg", width: 40, height: 30 });
});

test.each([
  ["%PDF-1.5 ", "is a PDF document and no picture."],
  ["8BPS    ", "is in truth of the type PSD."],
  ["%!PS-Adobe ", "is in truth of the type EPS."],
  ["\n<!DOCTYPE html><html>", "is a web page and no picture."],
])("a file that begins with %s is called what it is", async (start, message) => {
  expect(await readHeader(Buffer.from(start), "a.jpg")).toMatchObject({ code: "CONTENT_IMAGE_UNREADABLE", message });
});

test("an icon of 256 pixels, and the types that a site shows and those that it does not", async () => {
  const icon = Buffer.from([0, 0, 1, 0, 1, 0, 0, 0]);
  expect(await readHeader(icon, "favicon.ico")).toEqual({ type: "ico", width: 256, height: 256 });
  const plain = sharp({ create: { width: 4, height: 3, channels: 3, background: "red" } });
  for (const [format, type] of [
    ["jpeg", "jpg"],
    ["png", "png"],
    ["webp", "webp"],
    ["avif", "avif"],
  ] as const)
    expect(await readHeader(await plain.toFormat(format).toBuffer(), "a")).toMatchObject({ type, width: 4, height: 3 });
  expect(await readHeader(await plain.gif().toBuffer(), "a.gif")).toMatchObject({
    message: "is in truth of the type GIF.",
  });
});
