// A page with marks beside the page that is served: whether they differ only by the marks, and which text nodes are at the first
// difference.

import type { Attempt } from "./choose-mark-modes.ts";
import { type Alphabet, markPattern, readNumber } from "./mark-alphabet.ts";
import { stripMarks } from "./read-marks.ts";
import type { MarkedPage } from "./render-marked.ts";
import type { TextNodes } from "./source-texts.ts";

/** Text nodes marked on either side of the difference. */
const NEAR = 3;

/** Nothing was rendered: not a page at all. */
export function compare(
  marked: MarkedPage | undefined,
  clean: string,
  alphabet: Alphabet,
  textNodes: Pick<TextNodes, "byId">,
): Attempt {
  if (!marked) return { isPage: false, same: 0, near: [] };
  const { html, pen } = marked;
  const stripped = stripMarks(html, alphabet, pen);
  if (stripped === clean) return { isPage: true, same: clean.length, near: [] };
  let same = 0;
  while (same < stripped.length && stripped.charCodeAt(same) === clean.charCodeAt(same)) same++;
  const before: string[] = [];
  const after: string[] = [];
  let taken = 0;
  for (const { 0: whole, 2: number = "", index } of html.matchAll(markPattern(alphabet))) {
    const key = textNodes.byId(readNumber(alphabet, number))?.key;
    const at = index - taken;
    taken += whole.length;
    if (key === undefined) continue;
    (at <= same ? before : after).push(key);
    if (new Set(after).size >= NEAR) break;
  }
  return { isPage: false, same, near: [...new Set([...after, ...before.slice(-2 * NEAR).reverse()])] };
}
