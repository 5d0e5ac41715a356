// A guide as a PDF: a dark cover, then light pages.
import type { PdfBlock, PdfLook, PdfRun, PdfTools } from "eventsite/kit";
import type { ReactElement } from "react";
import type * as z from "zod";
import type { downloads } from "../model/downloads.ts";
import { palette } from "./palette.ts";

type Guide = z.infer<typeof downloads.schema>;

/** Title and subtitle are those of the document too. Links without a scheme are set as plain text. */
interface PdfGuide extends Guide {
  /** The wordmark on the cover; the document's author. */
  readonly brandName: string;
  /** BCP 47, such as "en-CA". Its region decides between Letter and A4. */
  readonly language: string;
}

/** Regions that print on Letter paper; all others use A4. */
const LETTER_REGIONS = new Set(["CA", "US", "MX", "PH", "CL", "CO", "VE"]);

/** The letters of a font are in several files: each is a family here, and the first that has a letter sets it. */
const FILES = ["latin", "latin-ext"];
const familiesOf = (name: string): string[] => FILES.map((part) => `${name} ${part}`);

const FACES = [
  { name: "Imbue", weight: 400 },
  ...[400, 600, 700].map((weight) => ({ name: "Hanken Grotesk", weight })),
].flatMap(({ name, weight }) => {
  const font = name.toLowerCase().replace(" ", "-");
  return FILES.map((part) => ({
    family: `${name} ${part}`,
    weight,
    file: `@fontsource-variable/${font}/files/${font}-${part}-wght-normal.woff2`,
    axes: { wght: weight },
  }));
});

const NIGHT = {
  ground: palette["ink-950"],
  light: palette.candle,
  title: palette.white,
  text: palette["fog-300"],
};
const DAY = {
  text: palette["ink-900"],
  foot: palette.slate,
  hairline: palette["fog-200"],
  marker: palette.brass,
  link: palette.lake,
};
const DISPLAY = { fontFamily: familiesOf("Imbue"), fontWeight: 400 } as const;
const TEXT = { fontFamily: familiesOf("Hanken Grotesk"), fontSize: 10.5, lineHeight: 1.5, color: DAY.text } as const;

/** Points. Chapters start at the margin, their text at the indent, like columns 1 and 5 of the site's grid. */
const MARGIN = 56;
const SPINE = 128;
const HANG = 20;
const CHAPTER_SIZE = 36;
const LINE = TEXT.fontSize * TEXT.lineHeight;
/** A paragraph up to this height is not split between pages. */
const WHOLE_HEIGHT = 6 * LINE;
/** On A4, the narrower paper, a line of an item holds about 68. */
const CHARS_PER_LINE = 64;
const LONG_TITLE_CHARS = 56;
/** The renderer measures a bookmark's position from the right; this is about the left edge of both papers. */
const BOOKMARK_LEFT = 600;

export const guidePdf: PdfLook<PdfGuide> = {
  version: `1 ${Object.values(palette)}`,
  fonts: FACES,
  words({ data }, settings) {
    const { brand, language } = settings as { brand?: { name?: unknown }; language?: unknown };
    // The collection's schema has checked the entry.
    return { ...(data as Guide), brandName: String(brand?.name ?? ""), language: String(language ?? "en") };
  },
  document(guide, pdf) {
    const properties = {
      title: guide.title,
      subject: guide.subtitle,
      author: guide.brandName,
      creator: guide.brandName,
      language: guide.language,
      creationDate: pdf.writtenAt,
      pdfVersion: "1.7",
      pageMode: "useOutlines",
    } as const;
    return pdf.createElement(pdf.Document, properties, cover(pdf, guide), pages(pdf, guide));
  },
};

const paperSize = (language: string) => (LETTER_REGIONS.has(new Intl.Locale(language).region ?? "") ? "LETTER" : "A4");

function cover({ createElement: h, Page, View, Text }: PdfTools, { title, subtitle, brandName, language }: PdfGuide) {
  const ground = { backgroundColor: NIGHT.ground, padding: MARGIN, paddingTop: 0, fontFamily: TEXT.fontFamily };
  const place = { position: "absolute", top: 52, left: MARGIN } as const;
  // A thin line of warm light that reaches down to the title, however long the title is.
  const light = { flexGrow: 1, marginLeft: SPINE, width: 1, marginBottom: 32, backgroundColor: NIGHT.light };
  const fontSize = title.length > LONG_TITLE_CHARS ? 64 : 88;
  const heading = { ...DISPLAY, fontSize, lineHeight: 1.04, color: NIGHT.title, width: 440 };
  const lead = { fontSize: 14, lineHeight: 1.5, color: NIGHT.text, marginTop: 24, width: 360 };
  return h(
    Page,
    { size: paperSize(language), style: ground },
    h(View, { style: light }),
    h(Text, { style: { ...place, ...DISPLAY, fontSize: 32, color: NIGHT.title } }, brandName),
    h(Text, { style: heading }, title),
    h(Text, { style: lead }, subtitle),
  );
}

function pages(pdf: PdfTools, { body, footer, language }: PdfGuide): ReactElement {
  const blocks = pdf.blocks(body);
  const style = { padding: MARGIN, paddingBottom: 80, fontFamily: TEXT.fontFamily };
  const elements = blocks.map((block, index) => {
    const marginBottom = gapAfter(block, blocks[index + 1]);
    // The renderer adds the margin, and would move a block whose margin alone does not fit.
    return blockElement(pdf, block, marginBottom, presenceAhead(blocks, index) || -marginBottom);
  });
  return pdf.createElement(pdf.Page, { size: paperSize(language), style }, foot(pdf, footer), ...elements);
}

/** Sets no line height, nor may the page: the number would vanish (github.com/diegomura/react-pdf/issues/3402). */
function foot({ createElement: h, View, Text }: PdfTools, footer: string): ReactElement {
  const place = { position: "absolute", bottom: 36, left: MARGIN, right: MARGIN, flexDirection: "row" } as const;
  const look = { borderTop: `0.5 solid ${DAY.hairline}`, paddingTop: 10, fontSize: 8.5, color: DAY.foot };
  return h(
    View,
    { fixed: true, style: { ...place, ...look } },
    h(Text, { style: { width: SPINE }, render: ({ pageNumber }) => String(pageNumber) }),
    h(Text, { style: { flex: 1 } }, footer),
  );
}

function blockElement(pdf: PdfTools, block: PdfBlock, marginBottom: number, minPresenceAhead: number): ReactElement {
  const { createElement: h, View, Text } = pdf;
  const words = block.runs.map((run) => runElement(pdf, run));
  if (block.kind === "chapter") {
    const style = { ...DISPLAY, color: DAY.text, fontSize: CHAPTER_SIZE, lineHeight: 1, marginBottom };
    const title = block.runs.map(({ text }) => text).join("");
    // `bookmark` is not among the declared props of Text, yet every element takes it (react-pdf.org/advanced#bookmarks).
    const props = { style, wrap: false, minPresenceAhead, bookmark: { title, left: BOOKMARK_LEFT } };
    return h(Text, props, title);
  }
  if (block.kind === "topic") {
    const style = { ...TEXT, fontWeight: 700, fontSize: 12, marginLeft: SPINE, marginBottom } as const;
    return h(Text, { style, wrap: false, minPresenceAhead }, ...words);
  }
  if (block.kind === "paragraph") {
    const style = { ...TEXT, marginLeft: SPINE, marginBottom };
    return h(Text, { style, wrap: estimatedHeight(block) > WHOLE_HEIGHT, minPresenceAhead }, ...words);
  }
  const style = { flexDirection: "row", marginLeft: SPINE + HANG * (block.depth - 1), marginBottom } as const;
  return h(
    View,
    { style, wrap: false, minPresenceAhead },
    h(Text, { style: { ...TEXT, width: HANG, color: DAY.marker } }, block.marker),
    h(Text, { style: { ...TEXT, flex: 1 } }, ...words),
  );
}

function runElement(
  { createElement: h, Text, Link }: PdfTools,
  { text, isStrong, href }: PdfRun,
): ReactElement | string {
  const weight = isStrong ? ({ fontWeight: 600 } as const) : {};
  if (href !== undefined) return h(Link, { src: href, style: { ...weight, color: DAY.link } }, text);
  return isStrong ? h(Text, { style: weight }, text) : text;
}

/** Blocks have space below and none above, so that every page starts at the same height. */
function gapAfter(block: PdfBlock, next: PdfBlock | undefined): number {
  if (!next) return 0;
  if (block.kind === "chapter") return 14;
  if (block.kind === "topic") return 5;
  if (next.kind === "chapter") return 34;
  if (next.kind === "topic") return 18;
  return next.kind === "item" ? 4 : 10;
}

/** Points that must fit on the page below a block: no heading, introduction or single list item is left alone. */
function presenceAhead(blocks: readonly PdfBlock[], index: number): number {
  const [before, block, next, afterNext] = [blocks[index - 1], blocks[index], blocks[index + 1], blocks[index + 2]];
  if (!block || !next) return 0;
  const isHeading = block.kind === "chapter" || block.kind === "topic";
  const isEdgeOfList = next.kind === "item" && (before?.kind !== "item" || afterNext?.kind !== "item");
  if (!isHeading && !isEdgeOfList) return 0;
  // The next block moves to the next page as a whole with what must stay with it, and would leave this block behind.
  const ahead = presenceAhead(blocks, index + 1);
  const height = estimatedHeight(next);
  if (ahead > 0) return height + gapAfter(next, afterNext) + ahead;
  return Math.min(height, WHOLE_HEIGHT);
}

/** An estimate on the high side: only the renderer knows the real lines. */
function estimatedHeight({ kind, runs }: PdfBlock): number {
  if (kind === "chapter") return CHAPTER_SIZE;
  return Math.ceil(runs.reduce((sum, { text }) => sum + text.length, 0) / CHARS_PER_LINE) * LINE;
}
