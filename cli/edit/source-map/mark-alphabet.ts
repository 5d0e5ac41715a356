// The characters that marks are made of: private-use ones that neither the content nor the page holds.

const FIRST = 0xe000;
const LAST = 0xf8ff;
const BASE = 16;

export interface Alphabet {
  readonly open: string;
  readonly close: string;
  /** Ends the number that follows either of the two. */
  readonly end: string;
  readonly digits: string;
}

/** undefined where too few characters are left. */
export function chooseAlphabet(taken: string): Alphabet | undefined {
  const used = new Set(taken.match(/[\ue000-\uf8ff]/g));
  const all = Array.from({ length: LAST - FIRST + 1 }, (_, index) => String.fromCharCode(FIRST + index));
  const [open, close, end, ...others] = all.filter((character) => !used.has(character));
  if (open === undefined || close === undefined || end === undefined || others.length < BASE) return undefined;
  return { open, close, end, digits: others.slice(0, BASE).join("") };
}

/** The number is at both ends, so that the beginning of one text and the end of another are not read as one marked text. */
export function frame({ open, close, end, digits }: Alphabet, id: number, text: string): string {
  const number = [...id.toString(BASE)].map((digit) => digits.charAt(Number.parseInt(digit, BASE))).join("");
  return `${open}${number}${end}${text}${close}${number}${end}`;
}

/** Every complete mark: which of its two ends, and its number. The rest of a cut mark does not match. */
export const markPattern = ({ open, close, end, digits }: Alphabet): RegExp =>
  new RegExp(`([${open}${close}])([${digits}]+)${end}`, "g");

export const readNumber = ({ digits }: Alphabet, number: string): number =>
  Number.parseInt([...number].map((digit) => digits.indexOf(digit).toString(BASE)).join(""), BASE);
