// The only file that uses the font libraries: HarfBuzz (through subset-font) cuts fonts down, fontkit reads their glyphs and measures.

import { create, type Font } from "fontkit";
import subset from "subset-font";
import type { FontFamily } from "../../../templates/kit/index.ts";
import { type FontMeasures, SAMPLE } from "./font-css.ts";

/** Opens a font without axes: `pinFont` makes one from a variable font. */
export const openFont = (bytes: Uint8Array): Font => {
  const font = create(Buffer.from(bytes));
  if ("fonts" in font) throw new Error("is a collection of fonts, not one");
  return font;
};

/** The code points a font has glyphs for. */
export const codePointsOf = (bytes: Uint8Array): ReadonlySet<number> => new Set(openFont(bytes).characterSet);

/** Copyright, licence and its address in the name table: the Open Font License requires that they stay with the font. */
const LICENCE = [0, 13, 14];

/** A font with the glyphs of these characters and the given part of each axis. Packing into WOFF2 takes ten times as long as the rest. */
export const subsetFont = (
  bytes: Uint8Array,
  characters: string,
  axes: FontFamily["axes"],
  targetFormat: "sfnt" | "woff2",
): Promise<Uint8Array> =>
  subset(Buffer.from(bytes), characters, { targetFormat, variationAxes: { ...axes }, preserveNameIds: LICENCE });

/** fontkit also reads the box of an empty glyph: ten bytes past the end of a file whose last outline is a space. */
const READ_AHEAD = Buffer.alloc(16);

/** A variable font at one place on its axes, as a TrueType file without axes for `openFont`. */
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
