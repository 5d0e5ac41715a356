// How the entries of a collection with `download` look as PDF files. The build has the renderer and the fonts; a template set lays out.
import type { createElement, ReactElement } from "react";

export interface PdfLook<Words extends object = object> {
  /** Change it with every change to the layout, so that cached files are made again. */
  readonly version: number | string;
  readonly fonts: readonly PdfFont[];
  /** Everything that the file says, as plain data: equal data is not laid out again. */
  words(entry: PdfEntry, settings: Readonly<Record<string, unknown>>): Words;
  /** A `Document` of `tools`, with its pages. */
  document(words: Words, tools: PdfTools): ReactElement;
}

export interface PdfEntry {
  readonly collection: string;
  readonly slug: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface PdfFont {
  readonly family: string;
  readonly weight: number;
  /** WOFF2, WOFF or TrueType, as a path in a package or, with "./", below templates/. */
  readonly file: string;
  /** The value of each axis of a variable font, such as `{ wght: 600 }`. */
  readonly axes: Readonly<Record<string, number>>;
}

type Renderer = Pick<typeof import("@react-pdf/renderer"), "Document" | "Page" | "View" | "Text" | "Link">;

/** The elements of @react-pdf/renderer, and what makes them: the renderer has a React of its own. */
export interface PdfTools extends Renderer {
  readonly createElement: typeof createElement;
  /** For the document: the current time would make every file differ. */
  readonly writtenAt: Date;
  /** A Markdown text in blocks without nesting, so that a page may end between any two of them. */
  blocks(markdown: string): readonly PdfBlock[];
}

/** A run of text in one style. */
export interface PdfRun {
  readonly text: string;
  readonly isStrong: boolean;
  /** Absolute address. Undefined: plain text. */
  readonly href: string | undefined;
}

export interface PdfBlock {
  /** `chapter` is ##, `topic` ### and below. */
  readonly kind: "chapter" | "topic" | "paragraph" | "item";
  readonly runs: readonly PdfRun[];
  /** The marker beside the first line of an item; empty for its further paragraphs. */
  readonly marker: string;
  /** Lists around the block; 0 outside of one. */
  readonly depth: number;
}
