// Lists the characters of a site that its fonts do not include anyway, so that they can be added.
import type { FontFamily } from "../../../templates/kit/index.ts";

/** The characters of a text, typed or escaped, that not every font includes: each once, sorted. */
export type CharacterList = (text: string) => string;

/** Escapes: "\u0141" and "\xe9" in YAML, of which two in a row may be one character; &#321; and &#x141; in Markdown. */
const SIGNS =
  /((?:\\u[0-9A-Fa-f]{4})+)|\\x([0-9A-Fa-f]{2})|\\U([0-9A-Fa-f]{8})|&#[xX]([0-9A-Fa-f]{1,6});|&#(\d{1,7});/g;

/** No font shows control characters. */
const CONTROLS = String.raw`\0-\x1f\x7f-\x9f`;

export function createCharacterList(families: readonly Pick<FontFamily, "characters">[]): CharacterList {
  const others = [
    ...new Set(families.map(({ characters }) => `[^${CONTROLS}${characters.flatMap(classOf).join("")}]+`)),
  ];
  if (others.length === 0) return () => "";
  // With the flag "u" it would take five times as long.
  const pattern = new RegExp(others.join("|"), "g");
  return (text) => {
    const runs: string[] = text.match(pattern) ?? [];
    if (text.includes("\\") || text.includes("&#")) runs.push(...(escaped(text).match(pattern) ?? []));
    return runs.length === 0 ? "" : [...new Set(runs.flatMap((run) => [...run]))].sort().join("");
  };
}

/** Halves of a surrogate pair count as missing: one half says nothing about the character. */
const WITHOUT_SURROGATES = [
  [0, 0xd7ff],
  [0xe000, 0xffff],
] as const;

/** A range of characters as parts of a character class. */
const classOf = ([first, last]: FontFamily["characters"][number]): string[] =>
  WITHOUT_SURROGATES.flatMap(([from, to]) => {
    const start = Math.max(first, from);
    const end = Math.min(last, to);
    return start <= end ? [`${unit(start)}-${unit(end)}`] : [];
  });

const unit = (point: number): string => `\\u${point.toString(16).padStart(4, "0")}`;

/** The characters that are written as escapes. */
const escaped = (text: string): string =>
  Array.from(text.matchAll(SIGNS), ([, units, short, long, hex, decimal]) => {
    if (units !== undefined)
      return String.fromCharCode(
        ...units
          .split("\\u")
          .slice(1)
          .map((unit) => Number(`0x${unit}`)),
      );
    const point = decimal === undefined ? Number.parseInt(short ?? long ?? hex ?? "", 16) : Number(decimal);
    return point <= 0x10ffff ? String.fromCodePoint(point) : "";
  }).join("\n");
