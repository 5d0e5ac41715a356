// A text in YAML → the position of each of its characters in the file. Quotes, escapes, indentation and folded lines differ, but apart from
// white space the source has every character of the value, in the same order.

import { unescaped } from "./parse-nodes.ts";
import type { ScalarStyle } from "./yaml-tree.ts";

/** How one character of the value can be written. By default: as itself. */
const CHARACTERS: Readonly<Partial<Record<ScalarStyle, RegExp>>> = {
  single: /''|./gs,
  double: /\\(?:x..|u....|U.{8}|.)|./gs,
};

/**
 * The offset of each character of `value` in `source`, the scalar as written. White space has the offset of the next character. undefined
 * if the two do not match.
 */
export function alignScalar(source: string, style: ScalarStyle, value: string): readonly number[] | undefined {
  const isBlock = style === "folded" || style === "literal";
  const isQuoted = style === "single" || style === "double";
  const first = isBlock ? source.indexOf("\n") + 1 : Number(isQuoted);
  const offsets: number[] = [];
  const fill = (length: number, offset: number) => {
    while (offsets.length < length) offsets.push(offset);
  };
  const space = /[ \t\r\n]*/y;
  /** The index of the next character in the value that is not white space. */
  const nextInValue = (): number => {
    space.lastIndex = offsets.length;
    space.test(value);
    return space.lastIndex;
  };
  let end = first;
  for (const { 0: token, index } of source.slice(first).matchAll(CHARACTERS[style] ?? /./gs)) {
    const meant = meaningOf(token);
    if (/^[ \t\r\n]*$/.test(meant)) continue;
    const next = nextInValue();
    if (next === value.length) break;
    if (!value.startsWith(meant, next)) return undefined;
    fill(next + meant.length, first + index);
    end = first + index + token.length;
  }
  if (nextInValue() < value.length) return undefined;
  fill(value.length, end);
  return offsets;
}

function meaningOf(token: string): string {
  if (token.length === 1) return token;
  return token === "''" ? "'" : unescaped(`"${token}"`);
}
