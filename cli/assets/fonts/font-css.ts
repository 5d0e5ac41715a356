// The files and measures of a family → its CSS: the faces, fallback faces of the same width and height, and the property that names them.
import type { FontFamily } from "../../../templates/kit/index.ts";

/** What decides the size of text, in em. */
export interface FontMeasures {
  readonly ascent: number;
  /** Below the line, as a positive number. */
  readonly descent: number;
  readonly lineGap: number;
  /** The average width of a character of SAMPLE. */
  readonly averageWidth: number;
}

export interface FontFile {
  /** Site path. */
  readonly url: string;
  /** undefined for the file with the basic letters, which any text needs. */
  readonly unicodeRange?: string;
}

export function fontCss(family: FontFamily, files: readonly FontFile[], measures: FontMeasures): string {
  const { family: name, variable, axes, fallback } = family;
  const faces = files.map(({ url, unicodeRange }) =>
    rule({
      "font-family": quote(name),
      src: `url(${url})format("woff2")`,
      "font-weight": axes.wght ? `${axes.wght.min} ${axes.wght.max}` : "400",
      // Also a first visit on a slow network shows the site's font in the end. Until then, fallbacks of the same size avoid a shift.
      "font-display": "swap",
      ...(unicodeRange !== undefined && { "unicode-range": unicodeRange }),
    }),
  );
  const systemFaces = SYSTEM_FACES[fallback];
  const fallbacks = systemFaces.map((face) => fallbackFace(name, face, measures));
  const names = [name, ...systemFaces.map((face) => fallbackName(name, face))].map(quote);
  return `${faces.join("")}${fallbacks.join("")}:root{${variable}:${names.join(",")},${fallback}}`;
}

const fallbackName = (name: string, face: SystemFace) => `${name} as ${face.name}`;

/** The system's face is scaled until its text is as wide as the font's. Its lines get the same height, in its own scaled em. */
function fallbackFace(name: string, face: SystemFace, measures: FontMeasures): string {
  const scale = measures.averageWidth / face.averageWidth;
  return rule({
    "font-family": quote(fallbackName(name, face)),
    src: face.local.map((local) => `local(${quote(local)})`).join(","),
    "size-adjust": percent(scale),
    "ascent-override": percent(measures.ascent / scale),
    "descent-override": percent(measures.descent / scale),
    "line-gap-override": percent(measures.lineGap / scale),
  });
}

const quote = (name: string) => `"${name}"`;
const percent = (value: number) => `${Number((value * 100).toFixed(2))}%`;
const rule = (descriptors: Readonly<Record<string, string>>) =>
  `@font-face{${Object.entries(descriptors)
    .map(([name, value]) => `${name}:${value}`)
    .join(";")}}`;

/** English running text with pairs that are kerned. Every average width here is measured over it. */
export const SAMPLE =
  "When in the course of an evening two hundred guests arrive, somebody has to know which door is open, where the coats go and when " +
  "the kitchen serves. We plan that with you, put it on paper and are there until the last chair is back in its place.";

interface SystemFace {
  readonly name: string;
  /** Full names and PostScript names: a system may look a face up by either. */
  readonly local: readonly string[];
  /** In em, over SAMPLE: of the face, or of one with the same widths (Gelasio, Arimo, Tinos). */
  readonly averageWidth: number;
}

/** In the order in which they are tried: first those of phones and desktops, then those of Linux. */
const SYSTEM_FACES: Readonly<Record<"serif" | "sans-serif", readonly SystemFace[]>> = {
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
