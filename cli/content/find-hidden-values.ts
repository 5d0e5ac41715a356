// Invisible characters in keys and values that nobody typed: pasted from a word processor or a web page. Those that a script, an
// emoji or a hyphenated word needs are allowed, and so are escapes: "\u200b" was meant.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { hiddenName } from "./yaml/find-hidden-characters.ts";
import type { Place } from "./yaml/find-in-lines.ts";
import type { Path, SourceDocument } from "./yaml/source-document.ts";

const SUSPECT =
  /(?![\t\n\r])[\p{Cc}\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffd\u{e0000}-\u{e0fff}]/gu;

const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** What a joiner may be next to: emoji, and letters of scripts whose letters change with their neighbours. */
const JOINED =
  /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|(?!\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic})[\p{L}\p{M}])$/u;
const LETTER = /[\p{L}\p{M}]/u;

export const mayHoldHidden = (text: string): boolean => text.search(SUSPECT) !== -1;

/** The index of the first character that does not belong in a text; -1 if there is none. */
export function hiddenInText(text: string): number {
  for (const { index, 0: character } of text.matchAll(SUSPECT)) {
    const before = [...text.slice(Math.max(0, index - 2), index)].at(-1) ?? "";
    const [after = ""] = text.slice(index + character.length);
    if (!belongs(character, before, after, text)) return index;
  }
  return -1;
}

/** A text in double quotes of YAML with every such character as an escape. */
export const escapeHidden = (quoted: string): string =>
  quoted.replace(SUSPECT, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
  });

function belongs(character: string, before: string, after: string, text: string): boolean {
  if (character === "\u00ad") return LETTER.test(before) && LETTER.test(after);
  if (/[\u200c\u200d]/.test(character)) return JOINED.test(before);
  if (character === "\u200b") return UNSPACED.test(before) || UNSPACED.test(after);
  // The two overrides reverse letters in any script; the others only mark where a text in another direction begins and ends.
  if (/[\u061c\u200e\u200f]/.test(character)) return RIGHT_TO_LEFT.test(text);
  if (/[\u202a-\u202c\u2066-\u2069]/.test(character)) return RIGHT_TO_LEFT.test(text) && isBalanced(text);
  // The flags of England, Scotland and Wales are made of such characters.
  if (/[\u{e0020}-\u{e007f}]/u.test(character)) return /\u{1f3f4}[\u{e0020}-\u{e007e}]+\u{e007f}/u.test(text);
  return false;
}

const count = (text: string, characters: RegExp) => text.match(characters)?.length ?? 0;

const isBalanced = (text: string): boolean =>
  count(text, /[\u202a\u202b]/g) === count(text, /\u202c/g) &&
  count(text, /[\u2066-\u2068]/g) === count(text, /\u2069/g);

/** One for each key or value with such a character; `text` is the file as written. */
export function findHiddenValues(document: SourceDocument, text: string): Diagnostic[] {
  const found: Diagnostic[] = [];
  const known = new Set(
    document.diagnostics.filter(({ code }) => code === "SOURCE_HIDDEN_CHARACTER").map(({ line }) => line),
  );
  const lines = text.split(/\r?\n/);
  const lineOf = ({ line }: Place) => lines[line - 1] ?? "";
  // What is not there as such is an escape.
  const report = (character: string, place: Place, written: string) => {
    if (!written.includes(character) || known.has(place.line)) return;
    known.add(place.line);
    const { message, hint } = wordsOf(character);
    found.push(document.report("SOURCE_HIDDEN_CHARACTER", { ...place, length: 1 }, message, hint));
  };
  const visit = (value: unknown, path: Path) => {
    if (typeof value === "string") {
      const at = hiddenInText(value);
      if (at === -1) return;
      const place = document.words(path)?.placeAt(at);
      report(characterAt(value, at), place ?? document.place(path), place ? lineOf(place) : text);
    } else if (typeof value === "object" && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        const inside = [...path, Array.isArray(value) ? Number(key) : key];
        const at = hiddenInText(key);
        if (at !== -1) {
          const place = document.place(inside, "key");
          report(characterAt(key, at), place, lineOf(place));
        }
        visit(inner, inside);
      }
    }
  };
  visit(document.data, []);
  visit(document.body, ["body"]);
  return found;
}

const characterAt = (text: string, at: number) => String.fromCodePoint(text.codePointAt(at) ?? 0);

function wordsOf(character: string): { message: string; hint: string } {
  const name = hiddenName(character);
  if (/[\u202a-\u202e\u2066-\u2069]/.test(character))
    return {
      message: `${name} is here. It cannot be seen, and what follows it may be shown in another order.`,
      hint: "delete it: the cursor moves over it without moving on the screen",
    };
  if (/[\u2028\u2029\u0085\v\f]/.test(character))
    return {
      message: `${name} is here. It looks like a new line, and browsers show none.`,
      hint: "delete it and press the space bar, or Enter where a new paragraph begins",
    };
  if (character === "\ufffd")
    return {
      message: "A replacement character (U+FFFD) is here: a letter was lost when the text was copied or saved.",
      hint: "write the letter that belongs here",
    };
  return { message: `${name} is here. It cannot be seen.`, hint: "put the cursor after it and press backspace" };
}
