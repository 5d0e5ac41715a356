// How the card of a shared link looks: what is drawn over its picture. The build crops the picture, turns text into outlines and makes the file.

export interface CardLook {
  /** Names the look in the cards' addresses: change it with every change to how cards are drawn. */
  readonly version: number | string;
  /** The colour behind a picture that does not cover its card. */
  readonly ground: string;
  /** An SVG of the card's size that is laid over the picture. `title` is "" where pages share the card. */
  overlay(words: CardWords, tools: CardTools): string;
}

export interface CardWords {
  readonly title: string;
  readonly brand: string;
}

export interface CardTools {
  /** Pixels of the card. */
  readonly width: number;
  readonly height: number;
  /** The width of a text in pixels at a size of one pixel, in the first font of the template set. */
  measure(text: string): number;
  /** The `d` of an SVG path with the text on a baseline that begins at x, y. */
  outline(text: string, x: number, y: number, size: number): string;
  /** A title that always fits: first it wraps, then it shrinks, only then it is cut. */
  setTitle(title: string, width: number, sizes: TitleSizes): SetTitle;
}

/** Pixels, and lines at most. */
export interface TitleSizes {
  readonly largest: number;
  readonly smallest: number;
  readonly step: number;
  readonly mostLines: number;
}

export interface SetTitle {
  readonly lines: readonly string[];
  /** Pixels. */
  readonly size: number;
}
