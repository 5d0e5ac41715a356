// A file's text with line ends of one kind, and the way back: an edit leaves the line ends of all other lines as they were.

import { sharedEnds } from "../text/shared-ends.ts";

/** Without byte order mark, all lines ending in "\n". */
export const textOfRaw = (raw: string): string => raw.replace(/^\ufeff/, "").replaceAll("\r\n", "\n");

const linesOf = (text: string) => text.split(/(?<=\n)/);

/** The file with another text: lines that stay end as they did, new ones as those around them do. */
export function rawWith(raw: string, text: string): string {
  const [mark = ""] = /^\ufeff?/.exec(raw) ?? [];
  const before = linesOf(raw.slice(mark.length));
  const after = linesOf(text);
  const { first, last } = sharedEnds(before.map(textOfRaw), after);
  const isLong = before.findLast((line, index) => index <= first && line.endsWith("\n"))?.endsWith("\r\n");
  const changed = after.slice(first, after.length - last).map((line) => (isLong ? line.replace("\n", "\r\n") : line));
  return mark + [...before.slice(0, first), ...changed, ...before.slice(before.length - last)].join("");
}
