// What is asked of the content, and what comes of it: plain data, as an open page sends it and is answered.
import type { Path } from "../content/source-document.ts";

/** One text, or some lines of a Markdown text, that shall say something else. */
export interface Edit {
  /** From the project root. */
  readonly file: string;
  /** In the file's data; ["body"] for the text of a Markdown file. */
  readonly path: Path;
  /** Lines of the value, counted from 0, the end exclusive. Without it the whole value is meant. */
  readonly block?: { readonly first: number; readonly end: number };
  /** What stands there, as far as the asker knows. */
  readonly was: string;
  readonly text: string;
  /** Of the file that `was` was read from. */
  readonly fileHash: string;
}

/** Where a text stands: an edit without its words. */
export type TextPlace = Pick<Edit, "file" | "path" | "block">;
