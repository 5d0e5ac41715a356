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
])("an SVG picture with %s", async (attributes, size) => {
  expect(await readHeader(svg(attributes), "a.svg")).toEqual({ type: "svg", ...size });
});

test.each([
  ["no size", svg(""), "does not have a width and a height."],
  ["half a box", svg('viewBox="0 0 60"'), "does not have a width and a height."],
  ["no picture", Buffer.from("<html></html>"), "is no SVG picture, or does not have a width and a height."],
])("an SVG picture with %s is reported", async (_, bytes, message) => {
  expect(await readHeader(bytes, "a.svg")).toMatchObject({ code: "CONTENT_IMAGE_UNREADABLE", message });
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
