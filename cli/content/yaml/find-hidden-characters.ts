// Characters that are invisible or look like a space: harmless inside a text, but not valid in indentation or around a colon.
import { isScalar, visit } from "yaml";
import { type ExplainedError, explainFrom, type ParsedText } from "./explained-error.ts";
import { textLines } from "./yaml-lines.ts";

/** Those with a width, as copied from a word processor or a web page. */
const SPACES: Readonly<Record<string, string>> = {
  "\u00a0": "non-breaking space",
  "\u1680": "Ogham space",
  "\u2000": "wide space",
  "\u2001": "wide space",
  "\u2002": "wide space",
  "\u2003": "wide space",
  "\u2004": "space of another width",
  "\u2005": "space of another width",
  "\u2006": "space of another width",
  "\u2007": "space as wide as a figure",
  "\u2008": "space as wide as a point",
  "\u2009": "thin space",
  "\u200a": "hair space",
  "\u2028": "line separator",
  "\u2029": "paragraph separator",
  "\u0085": "line separator",
  "\u202f": "narrow non-breaking space",
  "\u205f": "space for formulas",
  "\u3000": "ideographic space",
};
/** Those without width. */
const MARKS: Readonly<Record<string, string>> = {
  "\u00ad": "soft hyphen",
  "\u180e": "vowel separator",
  "\u200b": "zero-width space",
  "\u200c": "zero-width non-joiner",
  "\u200d": "zero-width joiner",
  "\u200e": "mark of writing direction",
  "\u200f": "mark of writing direction",
  "\u202a": "mark of writing direction",
  "\u202b": "mark of writing direction",
  "\u202c": "mark of writing direction",
  "\u202d": "mark of writing direction",
  "\u202e": "mark of writing direction",
  "\u2060": "word joiner",
  "\u2066": "mark of writing direction",
  "\u2067": "mark of writing direction",
  "\u2068": "mark of writing direction",
  "\u2069": "mark of writing direction",
  "\ufeff": "byte order mark",
};
const NAMES: Readonly<Record<string, string>> = { ...SPACES, ...MARKS };
const HIDDEN = new RegExp(`[${Object.keys(NAMES).join("")}]`);
const EVERY_SPACE = new RegExp(`[${Object.keys(SPACES).join("")}]`, "g");
const EVERY_MARK = new RegExp(`(?:${Object.keys(MARKS).join("|")})`, "g");
const any = `[ \\t${Object.keys(NAMES).join("")}]`;
/** Indentation and dashes, then a key with the blanks around its colon. */
const STRUCTURE = new RegExp(`^${any}*(?:-${any}+)*(?:[\\w${Object.keys(MARKS).join("")}-]+${any}*:(?:${any}+|$))?`);

export const hasHidden = (text: string): boolean => HIDDEN.test(text);

/** The index of the first of them; -1 if there is none. */
export const hiddenAt = (text: string): number => text.search(HIDDEN);

export const withoutHidden = (text: string): string => text.replace(EVERY_MARK, "").replace(EVERY_SPACE, "");

interface Hidden {
  readonly line: number;
  readonly column: number;
  readonly character: string;
}

/** Lines with one where YAML expects its own marks, in groups of consecutive lines. */
function suspects(lines: readonly string[]): Hidden[][] {
  if (!lines.some(hasHidden)) return [];
  const isText = textLines(lines);
  const groups: Hidden[][] = [];
  lines.forEach((source, index) => {
    if (isText[index] || !hasHidden(source)) return;
    const structure = STRUCTURE.exec(source)?.[0] ?? "";
    const at = structure.search(HIDDEN);
    if (at === -1) return;
    const found = { line: index + 1, column: at + 1, character: source[at] ?? "" };
    const last = groups.at(-1);
    if (last?.at(-1)?.line === index) last.push(found);
    else groups.push([found]);
  });
  return groups;
}

/** A hidden character at or above the line of a parser's error, where YAML expects its own marks. */
export function explainHidden(lines: readonly string[], errorLine: number): ExplainedError | undefined {
  const group = suspects(lines).find(([first]) => first && first.line <= errorLine);
  return group && reportHidden(group);
}

/** A hidden character in a key, before a value or before a dash that became part of a text: YAML accepts these. */
export function findHidden({ document, lines, lineCounter }: ParsedText): ExplainedError | undefined {
  if (!lines.some(hasHidden)) return undefined;
  const lineOf = (offset: number) => lineCounter.linePos(offset).line;
  const wanted = new Set<number>();
  let between: number | undefined;
  visit(document, {
    Map(_, map) {
      for (const { key } of map.items) {
        if (!isScalar(key) || key.type !== "PLAIN" || !key.range || !hasHidden(String(key.source))) continue;
        if (map.flow) between ??= key.range[0] + hiddenAt(String(key.source));
        else wanted.add(lineOf(key.range[0]));
      }
    },
    Scalar(_, node) {
      if (node.type === "PLAIN" && node.range && hasHidden((node.source ?? "").replace("-", "").slice(0, 1)))
        wanted.add(lineOf(node.range[0]));
    },
  });
  const group = suspects(lines)
    .map((each) => each.filter(({ line }) => wanted.has(line)))
    .find((each) => each.length > 0);
  if (group) return reportHidden(group);
  if (between === undefined) return undefined;
  const { line, col: column } = lineCounter.linePos(between);
  return reportHidden([{ line, column, character: lines[line - 1]?.[column - 1] ?? "" }]);
}

function reportHidden(group: readonly Hidden[]): ExplainedError {
  const [{ line, column, character } = { line: 1, column: 1, character: "" }] = group;
  const { message, hint } = hiddenWords(character);
  const last = group.at(-1)?.line ?? line;
  const more = last === line ? "" : `; the same in the lines down to ${last}`;
  return explainFrom(line, column)("SOURCE_HIDDEN_CHARACTER", message, hint + more);
}

/** With its code, as the first words of a sentence. */
export function hiddenName(character: string): string {
  const number = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
  const name = NAMES[character] ?? "character";
  return `${/^[aeio]/i.test(name) ? "An" : "A"} ${name} (${number})`;
}

/** The message for such a character, and what to do about it. */
export function hiddenWords(character: string): { message: string; hint: string } {
  const name = hiddenName(character);
  if (character in SPACES) {
    const message = `${name} is here. It looks like a space, but YAML treats it as a letter.`;
    return { message, hint: "delete it and press the space bar" };
  }
  const message = `${name} is here. It cannot be seen, but YAML treats it as a letter.`;
  return { message, hint: "put the cursor after it and press backspace" };
}
