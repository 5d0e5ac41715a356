// A position in the content → its current text, and what writes other words there.

import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { isBlock } from "./block-lines.ts";
import { findText } from "./find-text.ts";
import type { OpenFile } from "./rewrite-file.ts";
import { refused } from "./rewrite-problems.ts";
import type { Splice } from "./splice.ts";
import type { TextPlace } from "./text-place.ts";
import { writeText } from "./write-text.ts";

export interface LocatedText {
  /** The whole value, or the lines of the block. */
  readonly text: string;
  /** The whole value. */
  readonly value: string;
  /** Of the file; both start at 1. */
  readonly line: number;
  /** The value with this instead of `text`. */
  valueWith(text: string): string;
  /** What writes such a value; EDIT_REFUSED where it has characters that no file may have. */
  splice(value: string): Splice | Diagnostic;
}

type Place = Omit<TextPlace, "file">;

/** EDIT_REFUSED where there is no text that can be changed alone. */
export function locateText(file: OpenFile, { path, block }: Place): LocatedText | Diagnostic {
  const found = locateValue(file, path);
  if ("code" in found) return found;
  const lines = found.value.split("\n");
  const { first, end } = block ?? { first: 0, end: lines.length };
  const isThere = Number.isInteger(first) && Number.isInteger(end) && first >= 0 && first < end && end <= lines.length;
  if (!isThere) return refused(file.source.file, "The text has become shorter: these lines are not in it any more.");
  return {
    text: lines.slice(first, end).join("\n"),
    value: found.value,
    line: found.line + (block ? first : 0),
    valueWith: (text) => [...lines.slice(0, first), text, ...lines.slice(end)].join("\n"),
    splice: (value) => findUnwritable(file.source.file, value) ?? found.splice(value),
  };
}

export const HOW_TO_TYPE = "type these words instead of pasting them";

/** Characters that cannot be in a text file or are invisible, except tabs and line ends. */
const UNWRITABLE = /(?![\t\n])\p{Cc}|\p{Cs}|[\ufffe\uffff]/u;

function findUnwritable(file: string, text: string): Diagnostic | undefined {
  if (!UNWRITABLE.test(text)) return undefined;
  return refused(file, "There is a character in these words that cannot be shown.", HOW_TO_TYPE);
}

interface LocatedValue {
  readonly value: string;
  /** On which it begins, or its first line of words. */
  readonly line: number;
  splice(value: string): Splice;
}

function locateValue({ source, text, parts }: OpenFile, path: Place["path"]): LocatedValue | Diagnostic {
  const { yaml, body } = parts;
  if (body !== undefined && path.length === 1 && path[0] === "body") {
    const start = text.length - body.length;
    const line = text.slice(0, start).split("\n").length;
    return { value: body, line, splice: (words) => ({ start, end: text.length, text: words }) };
  }
  if (!yaml)
    return refused(source.file, "The file has mistakes and cannot be read.", "correct them in an editor first");
  const found = findText(source.file, yaml, path);
  if ("code" in found) return found;
  const { start, style, source: value } = found.node;
  const { line } = yaml.positionAt(start);
  const isBelow = isBlock(style) && value !== "";
  return { value, line: isBelow ? line + 1 : line, splice: (words) => writeText(found, words) };
}
