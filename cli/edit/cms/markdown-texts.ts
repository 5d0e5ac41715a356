// How a form shows the texts in Markdown, and what is written of them. Pure.

import { withoutPlaceholderMarks } from "../../content/yaml/find-in-lines.ts";
import { withMarksOf } from "../../rewrite/marked-lines.ts";

export interface MarkdownTexts {
  shown(text: string): string;
  /** The text to write where the form has this one, and the file has `stored`. */
  written(text: string, stored: string): string;
}

/** The marks of placeholders are a list of their own in the form, and stay on the lines that it leaves as they were. */
export const MARKS_APART: MarkdownTexts = {
  shown: withoutPlaceholderMarks,
  written: (text, stored) => withMarksOf(stored, text),
};

/** A hosted CMS shows what is in the file, the marks too. */
export const AS_IN_FILE: MarkdownTexts = {
  shown: (text) => text,
  written: (text) => text,
};
