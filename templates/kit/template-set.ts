import type { ReactElement } from "react";
import type * as z from "zod";
import type { RelayDocument } from "../../relay/contract.ts";
import type { CardLook } from "./card-look.ts";
import type { CollectionDefinition } from "./define-collection.ts";
import type { SectionDefinition } from "./define-section.ts";
import type { PictureSlot } from "./picture-slot.ts";
import type { Derivation, SiteView } from "./site-view.ts";

/** A tag of the page's head as data; `json` is written into a script element, escaped. */
export type HeadTag =
  | { readonly tag: "title"; readonly text: string }
  | { readonly tag: "meta" | "link"; readonly attributes: Readonly<Record<string, string>> }
  | { readonly tag: "script"; readonly type: "application/ld+json"; readonly json: unknown };

/** The page that is to be rendered: an entry with a path, and its data with all `{tokens}` filled in. */
export interface PageInput {
  readonly path: string;
  readonly collection: string;
  readonly slug: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A piece of the body. Pieces with the same `key` in one build are rendered once: the key names all that the piece depends on. */
export interface BodyPart {
  readonly key?: string;
  readonly element: () => ReactElement;
}

export interface PageParts {
  readonly lang: string;
  readonly head: readonly HeadTag[];
  readonly body: readonly BodyPart[];
}

/** A file that is made from the settings alone: the web manifest, robots.txt. */
export interface SiteFile {
  readonly path: string;
  readonly text: string;
}

export type { RelayDocument };

/** A script of every page. */
export interface PageScript extends SiteFile {
  /** Whether it runs before the page is painted; browsers wait for it, so keep it tiny. Otherwise it runs once it is loaded. */
  readonly isFirst?: boolean;
}

/** An icon that the build draws from a picture of shapes and publishes under a fixed name, such as /favicon.ico. */
export interface IconFile {
  readonly path: string;
  /** An SVG picture, as a path below content/images. */
  readonly src: string;
  readonly format: "svg" | "png" | "ico";
  /** Sides in pixels: one for a PNG, several in an .ico file, none for an SVG. */
  readonly sizes: readonly number[];
  /** Share of the side that stays free at every edge. Default 0. */
  readonly inset?: number;
  /** The colour behind the drawing, which makes it opaque. */
  readonly ground?: string;
  /** Of the design tokens that the drawing names: "candle" for `var(--candle)`. */
  readonly colours?: Readonly<Record<string, string>>;
}

/** Style sheets as paths below templates/, in the order they are joined in. */
export interface StyleSheets {
  /** On every page. */
  readonly base: readonly string[];
  /** On pages that show a section of the type. */
  readonly byType: Readonly<Record<string, string>>;
}

/** A font that pages are set in. The build makes WOFF2 files of it that hold the characters the site needs. */
export interface FontFamily {
  /** As CSS names it, such as "Imbue". */
  readonly family: string;
  /** The custom property that will name the family and its fallbacks, such as "--display". */
  readonly variable: string;
  /** Variable fonts as paths in packages, or, with "./", below templates/. The first has the basic Latin letters, the others what it lacks. */
  readonly files: readonly [string, ...string[]];
  /** The part of each axis that the style sheets use; an axis that is not named stays whole. */
  readonly axes: Readonly<Record<string, { readonly min: number; readonly max: number }>>;
  /** First and last code points of what every site carries; characters that the content holds are added where the font has them. */
  readonly characters: readonly (readonly [first: number, last: number])[];
  readonly fallback: "serif" | "sans-serif";
  /** The axis values of most of the text: there the widths of the fallbacks are matched to it. */
  readonly matchedAt: Readonly<Record<string, number>>;
}

/** Everything the build needs from templates/: it has one entry and can be replaced as a whole. */
export interface TemplateSet {
  /**
   * The shape of content/site.yaml. The build itself reads `url`, the address of the site, and, where they are there, `links`, `relay` and
   * `variants`.
   */
  readonly settings: z.ZodType;
  readonly collections: readonly CollectionDefinition[];
  readonly sections: readonly SectionDefinition[];
  readonly css: StyleSheets;
  readonly fonts: readonly FontFamily[];
  /** The slot of pictures in Markdown texts. */
  readonly proseSlot: PictureSlot;
  /** Types of the sections a page shows, in order; they decide which CSS the page carries. */
  sectionTypes(page: PageInput): readonly string[];
  renderPage(page: PageInput, site: SiteView): PageParts;
  /** What pages ask for with `site.derived`; nothing by default. */
  readonly derived?: readonly Derivation<unknown>[];
  /** The look of the cards that pages ask for. Without it a card is its picture alone. */
  readonly card?: CardLook;
  /** A text that is drawn as an outline of the first font, so that it never waits for a font: see `site.wordmark`. */
  wordmark?(site: Pick<SiteView, "settings">): string;
  icons(site: Pick<SiteView, "settings">): readonly IconFile[];
  siteFiles(site: SiteView): readonly SiteFile[];
  /** Scripts that every page carries; none by default. Their paths are below /assets/ and change with their text. */
  pageScripts?(site: SiteView): readonly PageScript[];
  /** What the relay has to know of the site, published as /forms.json: in whose name it writes mails, and what the forms ask. */
  relayDocument?(site: SiteView): RelayDocument;
}
