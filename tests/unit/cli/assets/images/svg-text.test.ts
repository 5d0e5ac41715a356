import { expect, test } from "vitest";
import { svgText } from "../../../../../cli/assets/images/svg-text.ts";

const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><svg id="Fl\u00e4che"/>`;

test.each([
  ["utf-8", Buffer.from(declared("utf-8"))],
  ["none", Buffer.from('<svg id="Fl\u00e4che"/>')],
  ["a byte order mark", Buffer.from('\ufeff<svg id="Fl\u00e4che"/>')],
  ["Latin 1", Buffer.from(declared("ISO-8859-1"), "latin1")],
  ["UTF-16", Buffer.from(`\ufeff${declared("UTF-16")}`, "utf16le")],
  ["UTF-16 of the other order", Buffer.from(`\ufeff${declared("UTF-16")}`, "utf16le").swap16()],
])("the words of an SVG picture are those of its encoding: %s", (_, bytes) => {
  expect(svgText(bytes)).toMatch(/^(?:<\?.*\?>)?<svg id="Fl\u00e4che"\/>$/);
});

test.each([
  ["Latin 1 that is not declared", Buffer.from('<svg id="Fl\u00e4che"/>', "latin1")],
  ["an encoding that nobody knows", Buffer.from(declared("x-mine"))],
])("what cannot be read is no text: %s", (_, bytes) => {
  expect(svgText(bytes)).toBeUndefined();
});
