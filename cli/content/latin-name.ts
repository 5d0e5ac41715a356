// Words → a name of a-z, 0-9 and hyphens: of files, addresses and parts of a page.

/** Letters of Latin alphabets that are no base letter with a mark, so that no decomposition leads to one. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ħ: "h",
  ı: "i",
  ŋ: "ng",
  ŧ: "t",
  ĸ: "k",
  ə: "e",
};

const SPECIAL = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "g");

/**
 * "Größe & Söhne Café Ærø" gives "grosse-sohne-cafe-aero". Marks fall off their letters, and apostrophes out of words; all else that is no
 * letter or digit parts words, an "&" too: what it would be spelled out as depends on the language. Letters of other scripts are left out:
 * "" where nothing remains.
 */
export const latinName = (words: string): string =>
  words
    .replace(/['’ʼ]/g, "")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(SPECIAL, (letter) => LETTERS[letter] ?? "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
