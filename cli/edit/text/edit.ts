// Edit requests and their results: plain data, as exchanged with an open page.
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";

/** The source position of a text. */
export interface TextPlace {
  /** From the project root. */
  readonly file: string;
  /** In the file's data; ["body"] for the text of a Markdown file. */
  readonly path: readonly (string | number)[];
  /** Lines of the value, counted from 0, the end exclusive. Without it the whole value is meant. */
  readonly block?: { readonly first: number; readonly end: number };
}

/** A text, or some lines of a Markdown text, to be changed. */
export interface Edit extends TextPlace {
  /** The current text, as known to the caller. */
  readonly was: string;
  /** The words, as they are shown for editing; null removes the text, where it is optional. */
  readonly text: string | null;
  /** Of the file that `was` was read from: a hash of its bytes. */
  readonly fileHash: string;
}

/** A text as it is in its file, with tokens and Markdown source. */
export interface OpenText extends TextPlace {
  readonly text: string;
  /** The same without block markers and trailing line ends: what is shown for editing. */
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
}

export type Direction = "undo" | "redo";

/** How many saves of the session can be undone and redone. */
export type HistoryCounts = Readonly<Record<Direction, number>>;

export interface SavedText {
  readonly file: string;
  readonly line: number;
  readonly history: HistoryCounts;
  /** Its line is marked as a placeholder. */
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
