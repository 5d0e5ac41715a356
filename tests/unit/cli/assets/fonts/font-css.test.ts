import { describe, expect, test } from "vitest";
import { fontCss } from "../../../../../cli/assets/fonts/font-css.ts";
import type { FontFamily } from "../../../../../templates/kit/template-set.ts";

const family: FontFamily = {
  family: "Own Sans",
  variable: "--text",
  files: ["own/sans.woff2"],
  axes: { wght: { min: 300, max: 700 } },
  characters: [],
  fallback: "sans-serif",
  matchedAt: { wght: 400 },
};

const css = fontCss(
  family,
  [{ url: "/assets/fonts/own.woff2" }, { url: "/assets/fonts/more.woff2", unicodeRange: "U+141" }],
  { ascent: 1, descent: 0.25, lineGap: 0, averageWidth: 0.2214 },
);

describe("the CSS of a font family", () => {
  test("names it and all its stand-ins, in order, in the property of its own", () => {
    expect(css).toContain(
      ':root{--text:"Own Sans","Own Sans as Arial","Own Sans as Roboto","Own Sans as DejaVu Sans",sans-serif}',
    );
  });

  test("loads a further file only for the characters in it", () => {
    expect(css).toMatch(/own\.woff2\)format\("woff2"\);font-weight:300 700;font-display:swap\}/);
    expect(css).toMatch(/more\.woff2\)[^}]*;unicode-range:U\+141\}/);
  });

  test("scales a stand-in to the font's width, and its lines back to the font's height", () => {
    // Arial runs 0.4428 em wide: half of it gives the same width, and its em, now half as large, must rise twice as high.
    expect(css).toMatch(
      /"Own Sans as Arial";[^}]*size-adjust:50%;ascent-override:200%;descent-override:50%;line-gap-override:0%/,
    );
  });
});
