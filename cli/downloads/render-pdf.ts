// A guide's words → the bytes of a PDF: a cover at night, then pages by daylight (direction.md, section 2).
// The renderer is large and most builds make no download, so it and React are loaded by the call that needs them.
import { createRequire } from "node:module";
import type { ReactElement } from "react";
import { type Block, guideBlocks, type Run } from "./guide-document.ts";

export interface PdfGuide {
  /** Set large on the cover; the document's title. */
  readonly title: string;
  /** One or two sentences below the title; the document's subject. */
  readonly subtitle: string;
  /** Markdown: ## and ### headings, paragraphs, bullet and numbered lists, **bold**, links. Links without a scheme are set as plain text. */
  readonly body: string;
  /** One line at the foot of every page but the cover. */
  readonly footer: string;
  /** The wordmark on the cover; the document's author. */
  readonly brandName: string;
  /** BCP 47, such as "en-CA". Its region decides between Letter and A4. */
  readonly language: string;
}

type Renderer = Pick<typeof import("@react-pdf/renderer"), "Document" | "Page" | "View" | "Text" | "Link">;
type Pdf = Renderer & Pick<typeof import("react"), "createElement">;

/** Regions that print on Letter paper; all others use A4. */
const LETTER_REGIONS = new Set(["CA", "US", "MX", "PH", "CL", "CO", "VE"]);

/** Part of the bytes, and of the file's /ID: a clock here would make every build's file differ. */
const WRITTEN_AT = new Date("2025-01-01T00:00:00Z");

const FACES = [
  { family: "Imbue", weight: 400, file: "@fontsource/imbue/files/imbue-latin-400-normal.woff" },
  ...[400, 600, 700].map((weight) => ({
    family: "Hanken Grotesk",
    weight,
    file: `@fontsource/hanken-grotesk/files/hanken-grotesk-latin-${weight}-normal.woff`,
  })),
];

const COLOR = {
  night: "#0B111B",
  candle: "#FFC978",
  white: "#FFFFFF",
  fog: "#C5CDD6",
  ink: "#121B29",
  slate: "#536073",
  hairline: "#DDE2E8",
  brass: "#7D4F10",
  lake: "#17506E",
};

/** Points. Headings start at the margin, text at the spine (direction.md, section 4: column 1 and column 5). */
const MARGIN = 56;
const SPINE = 128;
const HANG = 18;
/** Room that must follow a block on its page: more than the tallest block that cannot be parted. */
const CHAPTER_PRESENCE = 132;
const TOPIC_PRESENCE = 84;
const INTRODUCTION_PRESENCE = 40;

const DISPLAY = { fontFamily: "Imbue", fontWeight: 400 } as const;
const LONG_TITLE_CHARS = 56;

/** The same guide gives the same bytes. Rejects only where a font or the renderer cannot be loaded. */
export async function renderPdf(guide: PdfGuide): Promise<Uint8Array> {
  const [renderer, { default: react }] = await Promise.all([import("@react-pdf/renderer"), import("react")]);
  const { createElement } = react;
  const pdf: Pdf = { ...renderer, createElement };
  registerFonts(renderer.Font);
  const document = createElement(
    pdf.Document,
    {
      title: guide.title,
      subject: guide.subtitle,
      author: guide.brandName,
      creator: guide.brandName,
      language: guide.language,
      creationDate: WRITTEN_AT,
      modificationDate: WRITTEN_AT,
      pdfVersion: "1.7",
      pageMode: "useOutlines",
    },
    cover(pdf, guide),
    body(pdf, guide),
  );
  return new Uint8Array(await renderer.renderToBuffer(document));
}

/** The renderer keeps one register of fonts for the whole process. */
function registerFonts(Font: typeof import("@react-pdf/renderer").Font): void {
  if (Font.getRegisteredFontFamilies().includes(DISPLAY.fontFamily)) return;
  const { resolve } = createRequire(import.meta.url);
  for (const { family, weight, file } of FACES) Font.register({ family, fontWeight: weight, src: resolve(file) });
  Font.registerHyphenationCallback((word) => [word]);
}

const paperSize = (language: string) => (LETTER_REGIONS.has(new Intl.Locale(language).region ?? "") ? "LETTER" : "A4");

function cover({ createElement: h, Page, View, Text }: Pdf, guide: PdfGuide): ReactElement {
  const titleSize = guide.title.length > LONG_TITLE_CHARS ? 60 : 84;
  return h(
    Page,
    {
      size: paperSize(guide.language),
      style: { backgroundColor: COLOR.night, padding: MARGIN, fontFamily: "Hanken Grotesk" },
    },
    h(Text, { style: { ...DISPLAY, fontSize: 30, color: COLOR.white } }, guide.brandName),
    h(View, {
      style: {
        position: "absolute",
        top: 0,
        bottom: 0,
        left: MARGIN + SPINE,
        width: 0.75,
        backgroundColor: COLOR.candle,
      },
    }),
    h(
      View,
      { style: { marginTop: "auto" } },
      h(Text, { style: { ...DISPLAY, fontSize: titleSize, lineHeight: 0.95, color: COLOR.white } }, guide.title),
      h(
        Text,
        { style: { fontSize: 13, lineHeight: 1.5, color: COLOR.fog, marginTop: 22, width: 340 } },
        guide.subtitle,
      ),
    ),
  );
}

function body(pdf: Pdf, guide: PdfGuide): ReactElement {
  const { createElement: h, Page } = pdf;
  const blocks = guideBlocks(guide.body);
  const style = {
    padding: MARGIN,
    paddingTop: 64,
    paddingBottom: 92,
    fontFamily: "Hanken Grotesk",
    fontSize: 10.5,
    lineHeight: 1.55,
    color: COLOR.ink,
  };
  return h(
    Page,
    { size: paperSize(guide.language), style },
    foot(pdf, guide.footer),
    ...blocks.map((block, index) => blockElement(pdf, block, blocks[index - 1], blocks[index + 1])),
  );
}

function foot({ createElement: h, View, Text }: Pdf, footer: string): ReactElement {
  return h(
    View,
    {
      fixed: true,
      style: {
        position: "absolute",
        bottom: 40,
        left: MARGIN,
        right: MARGIN,
        flexDirection: "row",
        borderTopWidth: 0.5,
        borderTopColor: COLOR.hairline,
        paddingTop: 10,
        fontSize: 8.5,
        color: COLOR.slate,
      },
    },
    h(Text, { style: { width: SPINE }, render: ({ pageNumber }) => String(pageNumber) }),
    h(Text, { style: { flex: 1 } }, footer),
  );
}

function blockElement(pdf: Pdf, block: Block, previous: Block | undefined, next: Block | undefined): ReactElement {
  const { createElement: h, View, Text } = pdf;
  const marginBottom = gapBetween(block, next);
  const text = block.runs.map((run) => runElement(pdf, run));
  const words = block.runs.map((run) => run.text).join("");
  if (block.kind === "chapter") {
    const style = { ...DISPLAY, fontSize: 34, lineHeight: 1, marginBottom };
    const props = { style, wrap: false, minPresenceAhead: CHAPTER_PRESENCE, bookmark: words };
    return h(Text, props, words);
  }
  if (block.kind === "topic") {
    return h(
      Text,
      {
        style: { fontWeight: 600, fontSize: 12, marginLeft: SPINE, marginBottom },
        wrap: false,
        minPresenceAhead: TOPIC_PRESENCE,
      },
      ...text,
    );
  }
  if (block.kind === "paragraph") {
    const minPresenceAhead = next?.kind === "item" ? INTRODUCTION_PRESENCE : 0;
    return h(Text, { style: { marginLeft: SPINE, marginBottom }, minPresenceAhead }, ...text);
  }
  // Neither the first nor the last item stands alone on a page.
  const isEdge = previous?.kind !== "item" || next?.kind === "item";
  return h(
    View,
    {
      wrap: false,
      minPresenceAhead: isEdge ? INTRODUCTION_PRESENCE : 0,
      style: { flexDirection: "row", marginLeft: SPINE + HANG * (block.depth - 1), marginBottom },
    },
    h(Text, { style: { width: HANG, color: COLOR.brass } }, block.marker),
    h(Text, { style: { flex: 1 } }, ...text),
  );
}

function runElement({ createElement: h, Text, Link }: Pdf, { text, isStrong, href }: Run) {
  const weight = isStrong ? { fontWeight: 600 as const } : {};
  if (href !== undefined) return h(Link, { src: href, style: { ...weight, color: COLOR.lake } }, text);
  return isStrong ? h(Text, { style: weight }, text) : text;
}

/** All space stands below a block and none above it, so that every page starts at the same height. */
function gapBetween(block: Block, next: Block | undefined): number {
  if (!next) return 0;
  if (block.kind === "chapter") return 16;
  if (block.kind === "topic") return 5;
  if (next.kind === "chapter") return 40;
  if (next.kind === "topic") return 20;
  return next.kind === "item" ? 6 : 10;
}
