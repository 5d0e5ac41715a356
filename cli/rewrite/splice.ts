// Some characters of a text become others.

import type { Range } from "../content/yaml/yaml-tree.ts";

export interface Splice extends Range {
  readonly text: string;
}

/** A text, or a part of it, with its splices, which are in the order of the text. */
export function spliced(text: string, splices: readonly Splice[], part: Range = { start: 0, end: text.length }) {
  const starts = [part.start, ...splices.map(({ end }) => end)];
  const pieces = splices.map((splice, index) => text.slice(starts[index], splice.start) + splice.text);
  return pieces.join("") + text.slice(starts.at(-1), part.end);
}
