import type { FontFamily } from "eventsite/kit";

/** Latin with Latin-1, typographic punctuation, the euro sign and an arrow. */
const characters: FontFamily["characters"] = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x152, 0x153],
  [0x2013, 0x2014],
  [0x2018, 0x201e],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
  [0x20ac, 0x20ac],
  [0x2192, 0x2192],
];

export const fonts: readonly FontFamily[] = [
  {
    family: "Imbue",
    variable: "--display",
    files: ["latin", "latin-ext", "vietnamese"].map(
      (part) => `@fontsource-variable/imbue/files/imbue-${part}-standard-normal.woff2`,
    ) as [string, ...string[]],
    // 400 headings, 450 small headings. All optical sizes: they follow the size of the text.
    axes: { wght: { min: 400, max: 500 } },
    characters,
    fallback: "serif",
    matchedAt: { wght: 400, opsz: 56 },
  },
  {
    family: "Hanken Grotesk",
    variable: "--text",
    files: ["latin", "latin-ext", "vietnamese", "cyrillic-ext"].map(
      (part) => `@fontsource-variable/hanken-grotesk/files/hanken-grotesk-${part}-wght-normal.woff2`,
    ) as [string, ...string[]],
    axes: { wght: { min: 400, max: 700 } },
    characters,
    fallback: "sans-serif",
    matchedAt: { wght: 400 },
  },
];
