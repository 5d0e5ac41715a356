// Text from outside on its way into a mail. In a header it is one line that no mail program can take for anything else; in the body, lines
// as they were typed, without what nobody sees.

import { normalise } from "./fold-text.ts";

/** Control characters, line and paragraph separators, and the marks that turn the direction of text or hide in it. */
const UNSEEN =
  /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]+/gu;

/** Half of a surrogate pair: no UTF-8 can carry it. */
const LONE_SURROGATE = /\p{Cs}/gu;

/**
 * One line of at most `maxLength` characters. An encoded word ("=?utf-8?Q?...?=") is taken apart, so that what a visitor typed is shown
 * as typed and never decoded into something else.
 */
export const headerText = (text: string, maxLength: number): string =>
  shorten(oneLine(text).replace(/=\?/g, "= ?"), maxLength);

/** A value beside its label: nothing in it can pass for a line of the mail's own. */
export const oneLine = (text: string): string =>
  normalise(text).replace(UNSEEN, " ").replace(LONE_SURROGATE, "\ufffd").replace(/\s+/gu, " ").trim();

/** A text of several lines, as it was typed. */
export const severalLines = (text: string): string =>
  normalise(text)
    .replace(/\r\n?|[\u2028\u2029\u0085\v\f]/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, " ")
    .replace(LONE_SURROGATE, "\ufffd");

/** Cut between characters as people count them, with an ellipsis where something is missing. */
function shorten(line: string, maxLength: number): string {
  if (line.length <= maxLength) return line;
  let kept = "";
  for (const { segment } of new Intl.Segmenter("en", { granularity: "grapheme" }).segment(line)) {
    if (kept.length + segment.length >= maxLength) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}
