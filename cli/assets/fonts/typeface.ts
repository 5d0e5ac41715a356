// Font families as outlines: text that is drawn with them needs no installed font.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Font } from "fontkit";
import type { FontFamily } from "../../../templates/kit/index.ts";
import { resolvePackage } from "../../config/find-package.ts";
import { BuildFailedError } from "../../diagnostics/diagnostic.ts";

export interface Typeface {
  /** Characters that no file of the families has. */
  readonly missingCharacters: readonly string[];
  /** The width in pixels at a size of one pixel. */
  measure(text: string): number;
  /** The path of an SVG with the text on a baseline that begins at x, y. */
  outline(text: string, x: number, y: number, size: number): string;
}

/**
 * `characters` are all that will be drawn. Each is drawn in the first family that has it; one that no family has is left out.
 */
export async function openTypeface(
  families: readonly FontFamily[],
  characters: string,
  templatesDir: string,
): Promise<Typeface> {
  const { codePointsOf, openFont, pinFont } = await import("./subset-fonts.ts");
  const fonts: Font[] = [];
  let remaining = [...characters];
  for (const { file, matchedAt } of filesOf(families)) {
    if (remaining.length === 0) break;
    const source = readFontFile(file, templatesDir);
    const has = codePointsOf(source);
    const drawable = remaining.filter((character) => has.has(character.codePointAt(0) ?? 0));
    remaining = remaining.filter((character) => !drawable.includes(character));
    if (drawable.length > 0) fonts.push(openFont(await pinFont(source, drawable.join(""), matchedAt)));
  }
  const runsOf = (text: string) => fontRuns(text.normalize("NFC"), fonts);
  return {
    missingCharacters: remaining,
    measure: (text) =>
      runsOf(text).reduce((sum, { font, text }) => sum + font.layout(text).advanceWidth / font.unitsPerEm, 0),
    outline(text, x, y, size) {
      let pen = x;
      const paths: string[] = [];
      for (const { font, text: run } of runsOf(text)) {
        const scale = size / font.unitsPerEm;
        const { glyphs, positions } = font.layout(run);
        for (const [index, glyph] of glyphs.entries()) {
          const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
          const path = glyph.path.scale(scale, -scale).translate(pen + xOffset * scale, y - yOffset * scale);
          paths.push(path.toSVG());
          pen += xAdvance * scale;
        }
      }
      return paths.join("");
    },
  };
}

const filesOf = (families: readonly FontFamily[]) =>
  families.flatMap(({ files, matchedAt }) => files.map((file) => ({ file, matchedAt })));

/** The characters that no file of the families has. */
export async function missingCharacters(
  families: readonly FontFamily[],
  characters: readonly string[],
  templatesDir: string,
): Promise<readonly string[]> {
  const { codePointsOf } = await import("./subset-fonts.ts");
  let remaining = characters;
  for (const { file } of filesOf(families)) {
    if (remaining.length === 0) break;
    const has = codePointsOf(readFontFile(file, templatesDir));
    remaining = remaining.filter((character) => !has.has(character.codePointAt(0) ?? 0));
  }
  return remaining;
}

interface Run {
  readonly font: Font;
  readonly text: string;
}

/** Splits a text into runs of one font: a character comes from the first file that has it. */
function fontRuns(text: string, fonts: readonly Font[]): Run[] {
  const runs: Run[] = [];
  for (const character of text) {
    const font = fonts.find((each) => each.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));
    const last = runs.at(-1);
    if (!font) continue;
    if (last?.font === font) runs.splice(-1, 1, { font, text: last.text + character });
    else runs.push({ font, text: character });
  }
  return runs;
}

/** Reads a file beside the templates, "./fonts/x.woff2", or in a package. Throws BUNDLE_FAILED if it cannot be read. */
export function readFontFile(file: string, templatesDir: string): Uint8Array {
  try {
    const isBeside = file.startsWith("./");
    return readFileSync(isBeside ? join(templatesDir, file) : resolvePackage(file));
  } catch {
    throw fontFailure(file, "cannot be read", "install its package, or correct its path");
  }
}

export const fontFailure = (file: string, what: string, hint: string): BuildFailedError =>
  new BuildFailedError([{ code: "BUNDLE_FAILED", severity: "error", message: `The font file ${file} ${what}.`, hint }]);
