// Text from outside on its way into a mail. In a header it is one line that no mail program can take for anything else; in the body, lines
// as they were typed, without what nobody sees.

import { cleanLine, cleanLines } from "../contract.ts";
import { foldBlanks } from "./fold-text.ts";
import { normalise } from "./normalise-text.ts";

/**
 * One line of at most `maxLength` characters. An encoded word ("=?utf-8?Q?...?=") is taken apart, so that what a visitor typed is shown
 * as typed and never decoded into something else.
 */
export const headerText = (text: string, maxLength: number): string =>
  shorten(oneLine(text).replace(/=\?/g, "= ?"), maxLength);

/** A value beside its label: nothing in it can pass for a line of the mail's own. */
export const oneLine = (text: string): string => foldBlanks(normalise(cleanLine(text)));

/** A text of several lines, with blanks at its ends. */
export const severalLines = (text: string): string => normalise(cleanLines(text));

/** Cut between characters as people count them, with an ellipsis where something is missing. */
function shorten(line: string, maxLength: number): string {
  if (line.length <= maxLength) return line;
  let beginning = "";
  for (const { segment } of new Intl.Segmenter("en", { granularity: "grapheme" }).segment(line)) {
    if (beginning.length + segment.length >= maxLength) break;
    beginning += segment;
  }
  return `${beginning.trimEnd()}…`;
}
