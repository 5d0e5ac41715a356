// What a component may ask of the site it is rendered into. The build makes one; a test can make another from plain data.
import type { Image } from "./field.ts";
import type { PictureAsset, PictureSlot } from "./picture-slot.ts";

declare const hasPage: unique symbol;

/** Marks, by type alone, the data of entries that have a page. */
export interface WithPage {
  readonly [hasPage]?: never;
}

/** An entry as other pages see it. `path` is there where the collection has pages. */
export type Listed<Data> = {
  readonly slug: string;
  readonly data: Data;
} & (typeof hasPage extends keyof Data ? { readonly path: string } : { readonly path?: string });

/** A whole picture as one file: its address and its size in pixels. */
export interface ImageAsset {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** The texts of the card that is shown where a page's link is shared. */
export interface CardRequest {
  /** Of the page: a collection of very many pages shares its cards, one for each picture. */
  readonly collection: string;
  readonly picture: Image;
  readonly title: string;
  readonly brand: string;
}

export interface CardAsset {
  readonly url: string;
  readonly type: string;
  readonly width: number;
  readonly height: number;
}

/** Markdown as HTML, with its headings of the second level in reading order. */
export interface RichText {
  readonly html: string;
  readonly headings: readonly { readonly id: string; readonly text: string }[];
}

/**
 * The collections and settings of a site. `templates/model` fills these in by declaration merging,
 * so that `site.list("venues")` is typed in every component.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled in by templates/model
export interface SiteCollections {}
// biome-ignore lint/suspicious/noEmptyInterface: filled in by templates/model
export interface SiteSettings {}

/** The part of a site that derivations are made from. */
export type SiteLists = Pick<SiteView, "settings" | "list">;

/** Declared in `derived` of the template set. Its result is plain data, maps and sets, which can be compared. */
export interface Derivation<Value> {
  readonly name: string;
  make(site: SiteLists): Value;
}

/** A text as the path of an SVG, in letters of 100 units on a baseline at 0. */
export interface WordmarkPath {
  readonly path: string;
  readonly width: number;
}

export interface SiteView {
  /** A page that reads a field of the top level is rendered again when that field changes. */
  readonly settings: SiteSettings;
  /**
   * All entries of a collection, by `order`, then by file name: the same object for all pages of a build. What is kept by it, in a WeakMap,
   * may come from this list alone: use `derived` for more.
   */
  list<Name extends keyof SiteCollections>(collection: Name): readonly Listed<SiteCollections[Name]>[];
  /** One entry; its reference was checked, so a missing one is a bug. */
  find<Name extends keyof SiteCollections>(collection: Name, slug: string): Listed<SiteCollections[Name]>;
  /**
   * What the template set derives from lists for many pages, made once. A page that asks for it is rendered again where the result differs,
   * whatever the lists are: with `key`, where its value in a map differs.
   */
  derived<Value>(of: Derivation<Value>): Value;
  derived<Value>(of: Derivation<ReadonlyMap<string, Value>>, key: string): Value | undefined;
  /**
   * A link target as pages carry it: site paths get the slash that `links` in site.yaml asks for, and begin with the path of a site below one.
   * The results of `image`, `picture`, `card` and `fonts` already have that form.
   */
  href(target: string): string;
  /** The same, preceded by the site's address, for canonical links and shared cards. */
  absolute(target: string): string;
  /** Addresses of the font files of every page, for the head to preload. */
  readonly fonts: readonly string[];
  /** The template set's `wordmark`, where the first font has all its letters. */
  readonly wordmark?: WordmarkPath;
  /** A picture as one file of moderate width, for uses without a choice of files. */
  image(src: string): ImageAsset;
  /** A picture in a slot, cropped around its focus. The build makes the files that are asked for here, and no others. */
  picture(image: Pick<Image, "src" | "focus">, slot: PictureSlot): PictureAsset;
  /** The card of a page; the build draws those that are asked for here. */
  card(request: CardRequest): CardAsset;
  /** A short name for a value that is JSON: the first 16 hexadecimal digits of the SHA-256 of its text. Equal values have equal names. */
  digest(value: unknown): string;
  /** `numbered` puts "1. ", "2. " before headings of the second level. */
  markdown(source: string, options?: { readonly numbered?: boolean }): RichText;
}
