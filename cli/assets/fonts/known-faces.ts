// Faces that phones and computers have, and the width of their text: a fallback can be scaled to the width of the font.

/**
 * How often a character occurs in a thousand of English running text. Every average width here is taken over it; another text would change
 * all of them alike, by a few hundredths.
 */
export const SAMPLE: Readonly<Record<string, number>> = {
  " ": 175,
  e: 103,
  t: 73,
  a: 66,
  o: 61,
  i: 57,
  n: 57,
  s: 52,
  r: 49,
  h: 49,
  d: 34,
  l: 33,
  u: 23,
  c: 23,
  m: 20,
  w: 19,
  f: 18,
  g: 16,
  p: 16,
  y: 15,
  b: 12,
  v: 8,
  k: 6,
  S: 4,
  T: 4,
  C: 3,
  E: 2,
  ",": 8,
  ".": 9,
};

export interface KnownFace {
  readonly name: string;
  /** Full names and PostScript names: systems look a face up by either. */
  readonly local: readonly string[];
  /** In em, over SAMPLE; measured on the face or on one made to have the same widths (Gelasio, Arimo, Tinos). */
  readonly averageWidth: number;
}

/** In the order they are tried: the ones of phones and desktops, then those of Linux. */
export const KNOWN_FACES: Readonly<Record<"serif" | "sans-serif", readonly KnownFace[]>> = {
  serif: [
    { name: "Georgia", local: ["Georgia", "Gelasio"], averageWidth: 0.4394 },
    { name: "Noto Serif", local: ["Noto Serif", "NotoSerif", "Noto Serif Regular"], averageWidth: 0.4775 },
    {
      name: "Times",
      local: ["Times New Roman", "TimesNewRomanPSMT", "Liberation Serif", "Tinos"],
      averageWidth: 0.4007,
    },
    { name: "DejaVu Serif", local: ["DejaVu Serif", "DejaVuSerif"], averageWidth: 0.5122 },
  ],
  "sans-serif": [
    { name: "Arial", local: ["Arial", "ArialMT", "Liberation Sans", "Arimo"], averageWidth: 0.4423 },
    { name: "Roboto", local: ["Roboto", "Roboto-Regular", "Roboto Regular"], averageWidth: 0.4422 },
    { name: "DejaVu Sans", local: ["DejaVu Sans", "DejaVuSans"], averageWidth: 0.5061 },
  ],
};
