// A family's files and measures → its CSS: the faces, fallback faces of the same width and height, and the property that names them.
import type { FontFamily } from "../../../templates/kit/index.ts";

/** What decides the size of text; all in em. */
export interface FontMeasures {
  readonly ascent: number;
  /** Below the line, as a positive number. */
  readonly descent: number;
  readonly lineGap: number;
  /** Of a character of SAMPLE. */
  readonly averageWidth: number;
}

export interface FontFile {
  /** Site path. */
  readonly url: string;
  /** Absent for the file with the basic letters, which any text needs. */
  readonly unicodeRange?: string;
}

export function fontCss(family: FontFamily, files: readonly FontFile[], measures: FontMeasures): string {
  const { family: name, variable, axes, fallback } = family;
  const faces = files.map(({ url, unicodeRange }) =>
    rule({
      "font-family": quoted(name),
      src: `url(${url})format("woff2")`,
      "font-weight": axes.wght ? `${axes.wght.min} ${axes.wght.max}` : "400",
      // A first visit on a slow network shows the site's own letters too. Until they come, fallbacks of the same measure hold their place.
      "font-display": "swap",
      ...(unicodeRange !== undefined && { "unicode-range": unicodeRange }),
    }),
  );
  const known = KNOWN_FACES[fallback];
  const standIns = known.map((face) => standIn(name, face, measures));
  const names = [name, ...known.map((face) => standInName(name, face))].map(quoted);
  return `${faces.join("")}${standIns.join("")}:root{${variable}:${names.join(",")},${fallback}}`;
}

const standInName = (name: string, face: KnownFace) => `${name} as ${face.name}`;

/** Scaled until its text is as wide as the font's; then its lines get the same height, in its own scaled em. */
function standIn(name: string, face: KnownFace, measures: FontMeasures): string {
  const scale = measures.averageWidth / face.averageWidth;
  return rule({
    "font-family": quoted(standInName(name, face)),
    src: face.local.map((local) => `local(${quoted(local)})`).join(","),
    "size-adjust": percent(scale),
    "ascent-override": percent(measures.ascent / scale),
    "descent-override": percent(measures.descent / scale),
    "line-gap-override": percent(measures.lineGap / scale),
  });
}

const quoted = (name: string) => `"${name}"`;
const percent = (value: number) => `${Number((value * 100).toFixed(2))}%`;
const rule = (descriptors: Readonly<Record<string, string>>) =>
  `@font-face{${Object.entries(descriptors)
    .map(([name, value]) => `${name}:${value}`)
    .join(";")}}`;

/** English running text as sites have it, with pairs that are kerned. Every average width here is measured over it. */
export const SAMPLE =
  "When in the course of an evening two hundred guests arrive, somebody has to know which door is open, where the coats go and when " +
  "the kitchen serves. We plan that with you, put it on paper and are there until the last chair is back in its place.";

interface KnownFace {
  readonly name: string;
  /** Full names and PostScript names: systems look a face up by either. */
  readonly local: readonly string[];
  /** In em, over SAMPLE; measured on the face or on one made to have the same widths (Gelasio, Arimo, Tinos). */
  readonly averageWidth: number;
}

/** In the order they are tried: the ones of phones and desktops, then those of Linux. */
const KNOWN_FACES: Readonly<Record<"serif" | "sans-serif", readonly KnownFace[]>> = {
  serif: [
    { name: "Georgia", local: ["Georgia", "Gelasio"], averageWidth: 0.4387 },
    { name: "Noto Serif", local: ["Noto Serif", "NotoSerif", "Noto Serif Regular"], averageWidth: 0.4774 },
    {
      name: "Times",
      local: ["Times New Roman", "TimesNewRomanPSMT", "Liberation Serif", "Tinos"],
      averageWidth: 0.3994,
    },
    { name: "DejaVu Serif", local: ["DejaVu Serif", "DejaVuSerif"], averageWidth: 0.5117 },
  ],
  "sans-serif": [
    { name: "Arial", local: ["Arial", "ArialMT", "Liberation Sans", "Arimo"], averageWidth: 0.4428 },
    { name: "Roboto", local: ["Roboto", "Roboto-Regular", "Roboto Regular"], averageWidth: 0.4399 },
    { name: "DejaVu Sans", local: ["DejaVu Sans", "DejaVuSans"], averageWidth: 0.5057 },
  ],
};
