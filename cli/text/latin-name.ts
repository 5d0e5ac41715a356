// Words → a name of a-z, 0-9 and hyphens, for files, addresses and ids.

/** Latin letters that Unicode does not decompose to a base letter with a mark. */
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
 * "Größe & Söhne Café Ærø" gives "grosse-sohne-cafe-aero". Marks and apostrophes are removed. All other characters separate words,
 * even "&", which each language spells out in its own way. Letters of other scripts are left out: "" if nothing remains.
 */
export const latinName = (text: string): string =>
  text
    .replace(/['’ʼ]/g, "")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(SPECIAL, (letter) => LETTERS[letter] ?? "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
