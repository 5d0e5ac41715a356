// Edit requests and their results: plain data, as exchanged with an open page.

import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { TextPlace } from "../../rewrite/text-place.ts";

/** A text as it is in its file, with tokens and Markdown source. */
export interface OpenText extends TextPlace {
  readonly text: string;
  /** The same without block markers, marks of placeholders in Markdown and trailing line ends: what is shown for editing. */
  readonly words: string;
  /** Whether it is typed on one line: it cannot have more, or had only one before. */
  readonly isOneLine: boolean;
  readonly fileHash: string;
  /** Of the file; starts at 1. */
  readonly line: number;
  readonly kind: "text" | "markdown";
  /** What the schema calls it: its title there. */
  readonly name?: string;
  /** The description of the text in the schema. */
  readonly description?: string;
  /** Whether the file is valid without it. */
  readonly isOptional: boolean;
  /** Whether it is marked as a placeholder. */
  readonly isPlaceholder: boolean;
}

export type Direction = "undo" | "redo";

/** How many saves of the session can be undone and redone. */
export type HistoryCounts = Readonly<Record<Direction, number>>;

export interface SavedText {
  readonly file: string;
  readonly line: number;
  readonly history: HistoryCounts;
  /** It is still marked as a placeholder. */
  readonly isPlaceholder: boolean;
  /** Other problems of the file, which existed before. */
  readonly remaining: readonly Diagnostic[];
  /** What a build would warn of in the new words, such as HTML, which a page shows as typed. */
  readonly warnings: readonly Diagnostic[];
}

/** A save has been undone or redone. */
export interface SteppedText {
  readonly file: string;
  readonly line: number;
  /** What is there now; null where the text was removed. */
  readonly text: string | null;
  readonly history: HistoryCounts;
}

/** Nothing was written. */
export interface UnsavedText {
  readonly problems: readonly Diagnostic[];
  /** The current text, where the file has been changed meanwhile; its position may have moved. */
  readonly now?: OpenText;
  readonly history?: HistoryCounts;
}
