// A family's files and measures → its CSS: the faces themselves, fallback faces of the same width and height, and the property that names
// them.
import type { FontFamily } from "../../../templates/kit/index.ts";
import { KNOWN_FACES, type KnownFace } from "./known-faces.ts";

/** What decides the size of text; all in em. */
export interface FontMeasures {
  readonly ascent: number;
  /** Below the line, as a positive number. */
  readonly descent: number;
  readonly lineGap: number;
  /** Over the letters of SAMPLE. */
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
