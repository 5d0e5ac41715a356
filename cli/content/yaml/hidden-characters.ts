// Characters that cannot be seen or look like a space: their names, and the texts that need them.

/** Characters with a width, as copied from a word processor or a web page. */
const SPACES: Readonly<Record<string, string>> = {
  "\u0085": "line separator",
  "\u00a0": "non-breaking space",
  "\u1680": "Ogham space",
  "\u2000-\u2003": "wide space",
  "\u2004-\u2006": "space of another width",
  "\u2007": "space as wide as a figure",
  "\u2008": "space as wide as a point",
  "\u2009": "thin space",
  "\u200a": "hair space",
  "\u2028": "line separator",
  "\u2029": "paragraph separator",
  "\u202f": "narrow non-breaking space",
  "\u205f": "space for formulas",
  "\u3000": "ideographic space",
};
/** The most common characters without width. Others are named by their code. */
const MARKS: Readonly<Record<string, string>> = {
  "\u00ad": "soft hyphen",
  "\u180e": "vowel separator",
  "\u200b": "zero-width space",
  "\u200c": "zero-width non-joiner",
  "\u200d": "zero-width joiner",
  "\u200e\u200f\u202a-\u202e\u2066-\u2069": "mark of writing direction",
  "\u2060": "word joiner",
  "\ufeff": "byte order mark",
};

/** Members of a character class. */
export const SPACE = Object.keys(SPACES).join("");
export const MARK =
  "\\p{Cc}\\u00ad\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufeff\\uffa0\\ufff9-\\ufffc\\u{e0000}-\\u{e0fff}";
const HIDDEN = new RegExp(`(?![\\t\\n\\r])[${SPACE}${MARK}]`, "u");
const IS_SPACE = new RegExp(`[${SPACE}]`);

/** Any character that most texts do not have. */
const UNUSUAL = /[^\t\n\r -~\u00a1-\u00ac\u00ae-\u061b\u2010-\u2027\u2030-\u205e]/;

/** Whether a text may have hidden characters. This is checked first: it takes a tenth of the time. */
export const isUnusual = (text: string): boolean => UNUSUAL.test(text);

export const hasHidden = (text: string): boolean => HIDDEN.test(text);

/** The index of the first hidden character; -1 if there is none. */
export const hiddenAt = (text: string): number => text.search(HIDDEN);

export const withoutHidden = (text: string): string => text.replace(new RegExp(HIDDEN, "gu"), "");

/** Its name with its code, at the beginning of a sentence. */
export function hiddenName(character: string): string {
  const number = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
  const entry = Object.entries({ ...SPACES, ...MARKS }).find(([members]) => new RegExp(`[${members}]`).test(character));
  const name = entry?.[1] ?? "character";
  return `${/^[aeio]/i.test(name) ? "An" : "A"} ${name} (${number})`;
}

/** The message and hint for a hidden character where YAML expects its own marks. */
export function hiddenWords(character: string): { message: string; hint: string } {
  const name = hiddenName(character);
  if (IS_SPACE.test(character)) {
    const message = `${name} is here. It looks like a space, but YAML treats it as a letter.`;
    return { message, hint: "delete it and press the space bar" };
  }
  const message = `${name} is here. It cannot be seen, but YAML treats it as a letter.`;
  return { message, hint: "put the cursor after it and press backspace" };
}

/** Hidden characters that a text may not have. Spaces of another width are allowed. */
const SUSPECT = new RegExp(`(?![\\t\\n\\r])[${MARK}\\u2028\\u2029\\ufffd]`, "gu");

export const mayHoldHidden = (text: string): boolean => text.search(SUSPECT) !== -1;

/** The characters of a text that do not belong in it. */
export function* hiddenIn(text: string): Generator<{ readonly character: string; readonly index: number }> {
  for (const { index, 0: character } of text.matchAll(SUSPECT)) {
    const before = [...text.slice(Math.max(0, index - 2), index)].at(-1) ?? "";
    const [after = ""] = text.slice(index + character.length);
    if (!belongs(character, before, after, text)) yield { character, index };
  }
}

/** The index of the first of these characters; -1 if there is none. */
export const hiddenInText = (text: string): number => [...hiddenIn(text)][0]?.index ?? -1;

/** Writes each of these characters as an escape, in a text in double quotes of YAML. */
export const escapeHidden = (text: string): string =>
  text.replace(SUSPECT, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
  });

const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** A joiner may follow these: emoji, and letters of scripts whose letters change with their neighbours. */
const JOINED =
  /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|(?!\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic})[\p{L}\p{M}])$/u;
const LETTER = /[\p{L}\p{M}]/u;

/** Whether a script, an emoji or a hyphenated word needs the character. */
function belongs(character: string, before: string, after: string, text: string): boolean {
  if (character === "\u00ad") return LETTER.test(before) && LETTER.test(after);
  if (/[\u200c\u200d]/.test(character)) return JOINED.test(before);
  if (character === "\u200b") return UNSPACED.test(before) || UNSPACED.test(after);
  // The two overrides reverse letters in any script. The others only mark where a text in another direction begins and ends.
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
