// Some characters of a text become others.

import type { Range } from "../content/yaml/yaml-tree.ts";

export interface Splice extends Range {
  readonly text: string;
}

/** A text, or a part of it, with its splices, which are in the order of the text. */
export function spliced(text: string, splices: readonly Splice[], part: Range = { start: 0, end: text.length }) {
  const pieces: string[] = [];
  let done = part.start;
  for (const { start, end, text: fresh } of splices) {
    pieces.push(text.slice(done, start), fresh);
    done = end;
  }
  return pieces.join("") + text.slice(done, part.end);
}
