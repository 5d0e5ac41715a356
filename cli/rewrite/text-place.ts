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
  /** The text is no placeholder, though it may be the same: its mark goes. */
  readonly isReal?: boolean;
}
