// What is asked of the content, and what comes of it: plain data, as an open page sends it and is answered.
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";

/** Where a text stands. */
export interface TextPlace {
  /** From the project root. */
  readonly file: string;
  /** In the file's data; ["body"] for the text of a Markdown file. */
  readonly path: readonly (string | number)[];
  /** Lines of the value, counted from 0, the end exclusive. Without it the whole value is meant. */
  readonly block?: { readonly first: number; readonly end: number };
}

/** One text, or some lines of a Markdown text, that shall say something else. */
export interface Edit extends TextPlace {
  /** What stands there, as far as the asker knows. */
  readonly was: string;
  /** The words, as they are shown for editing; null removes the text, where the site does without it. */
  readonly text: string | null;
  /** Of the file that `was` was read from: a hash of its bytes. */
  readonly fileHash: string;
}

/** A text as it stands in its file, tokens and Markdown as they are written. */
export interface OpenText extends TextPlace {
  readonly text: string;
  /** The same without the signs of its block and line ends behind it: what is shown for editing. */
  readonly words: string;
  /** It has one line, and cannot have more or had not before. */
  readonly isOneLine: boolean;
  readonly fileHash: string;
  /** Of the file; starts at 1. */
  readonly line: number;
  readonly kind: "text" | "markdown";
  /** What the text is for, in the words of the schema. */
  readonly description?: string;
  /** The site does without it. */
  readonly isOptional: boolean;
}

/** How many saves of the session can be undone, and made again. */
export interface HistoryCounts {
  readonly undo: number;
  readonly redo: number;
}

export interface SavedText {
  readonly file: string;
  readonly line: number;
  readonly history: HistoryCounts;
  /** Its line says that these are not the real words yet. */
  readonly isPlaceholder: boolean;
  /** What else is wrong with the file, as it was before. */
  readonly remaining: readonly Diagnostic[];
}

/** A save has been undone, or made again. */
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
  /** What the file says now, where it has been changed meanwhile; its place may have moved. */
  readonly now?: OpenText;
  readonly history?: HistoryCounts;
}
