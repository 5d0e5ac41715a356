// The only file that uses the font libraries: HarfBuzz (through subset-font) cuts fonts down, fontkit reads what is in them.

import { create, type Font } from "fontkit";
import subset from "subset-font";
import type { FontFamily } from "../../../templates/kit/index.ts";
import { type FontMeasures, SAMPLE } from "./font-css.ts";

/** Reads what is in a font without axes: `pinFont` makes one of a variable font. */
export const openFont = (bytes: Uint8Array): Font => {
  const font = create(Buffer.from(bytes));
  if ("fonts" in font) throw new Error("is a collection of fonts, not one");
  return font;
};

/** The code points a font has glyphs for. */
export const codePointsOf = (bytes: Uint8Array): ReadonlySet<number> => new Set(openFont(bytes).characterSet);

/** Copyright, licence and its address in the name table: the Open Font License asks that they travel with the font. */
const LICENCE = [0, 13, 14];

/** The glyphs of these characters; axes keep the named part of their range. Packing into WOFF2 takes ten times as long as the rest. */
export const subsetFont = (
  bytes: Uint8Array,
  characters: string,
  axes: FontFamily["axes"],
  targetFormat: "sfnt" | "woff2",
): Promise<Uint8Array> =>
  subset(Buffer.from(bytes), characters, { targetFormat, variationAxes: { ...axes }, preserveNameIds: LICENCE });

/** fontkit reads the box of an empty glyph too: ten bytes past the file's end where the outlines come last and end with a space. */
const READ_AHEAD = Buffer.alloc(16);

/** A font without axes, as a TrueType file for `openFont`: the variable one at a place on its axes. */
export async function pinFont(
  bytes: Uint8Array,
  characters: string,
  place: Readonly<Record<string, number>>,
): Promise<Uint8Array> {
  const pinned = await subset(Buffer.from(bytes), characters, {
    targetFormat: "sfnt",
    variationAxes: { ...place },
  });
  return Buffer.concat([pinned, READ_AHEAD]);
}

export async function measureFont(bytes: Uint8Array, place: Readonly<Record<string, number>>): Promise<FontMeasures> {
  const font = openFont(await pinFont(bytes, SAMPLE, place));
  const em = font.unitsPerEm;
  return {
    ascent: font.ascent / em,
    descent: -font.descent / em,
    lineGap: font.lineGap / em,
    averageWidth: font.layout(SAMPLE).advanceWidth / SAMPLE.length / em,
  };
}
