// A page's data → its HTML and what stands in it. Pieces that pages share are rendered and scanned once for each key.

import type { SiteView } from "../../templates/kit/site-view.ts";
import type { BodyPart, PageInput } from "../../templates/kit/template-set.ts";
import type { LoadedTemplates, StyleSheets } from "../bundle/templates.ts";
import { type HtmlFacts, scanHtml } from "../verify/scan-html.ts";
import { type PageFacts, verifyPage } from "../verify/verify-page.ts";
import { escapeHtml, headHtml } from "./head-html.ts";

export interface RenderedPage {
  readonly html: string;
  readonly facts: PageFacts;
}

interface Piece {
  readonly html: string;
  readonly facts: HtmlFacts;
}

export type PageRenderer = (page: PageInput) => RenderedPage;

/** `seen` keeps shared pieces for as long as the renderer lives: one build. */
export function createPageRenderer(
  { templates, toHtml, css }: Pick<LoadedTemplates, "templates" | "toHtml" | "css">,
  site: SiteView,
): PageRenderer {
  const seen = new Map<string, Piece>();
  const styles = new Map<string, string>();
  const renderPiece = (part: BodyPart): Piece => {
    const known = part.key === undefined ? undefined : seen.get(part.key);
    if (known) return known;
    const html = toHtml(part.element());
    const piece = { html, facts: scanHtml(html) };
    if (part.key !== undefined) seen.set(part.key, piece);
    return piece;
  };
  return (page) => {
    const { lang, head, body } = templates.renderPage(page, site);
    const types = [...new Set(templates.sectionTypes(page))].sort();
    const styleKey = types.join(" ");
    const style = styles.get(styleKey) ?? pageStyle(css, types);
    styles.set(styleKey, style);
    const pieces = body.map(renderPiece);
    const headText = headHtml(head);
    const html = `<!DOCTYPE html><html lang="${escapeHtml(lang)}"><head>${headText}<style>${style}</style></head><body>${pieces.map((piece) => piece.html).join("")}</body></html>\n`;
    return { html, facts: verifyPage([scanHtml(headText), ...pieces.map((piece) => piece.facts)]) };
  };
}

/** The CSS of what stands on the page and nothing else. The order of types is fixed, so equal sets give equal bytes. */
const pageStyle = ({ base, byType }: StyleSheets, types: readonly string[]): string =>
  base + types.map((type) => byType[type] ?? "").join("");
