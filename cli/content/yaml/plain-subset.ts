// The parts of the plain subset of YAML: its lines, one after the other, and single values, which are text with and without quotes,
// numbers and words.

const CR = 13;
const SPACE = 32;
const DOUBLE = 34;
const HASH = 35;
const SINGLE = 39;
const DASH = 45;
const COLON = 58;
const BACKSLASH = 92;
const UNDERSCORE = 95;

/** Far below the 1,024 characters that YAML allows. */
const MAX_KEY = 100;
export const PLACEHOLDER = " # placeholder";

/** A cursor over the lines: offsets are those of the text. */
export class PlainLines {
  /** Columns before the line's content; -1 after the last line. */
  protected indent = -1;
  /** Offsets of the line's content, of its end without the line break, and of the next line. */
  protected start = 0;
  protected end = 0;
  protected next = 0;

  constructor(protected readonly text: string) {}

  /** Moves to the next line; false after the last one. */
  protected nextLine(): boolean {
    const { text, next } = this;
    if (next >= text.length) {
      this.indent = -1;
      return false;
    }
    const at = text.indexOf("\n", next);
    const end = at === -1 ? text.length : at;
    this.end = at > next && text.charCodeAt(at - 1) === CR ? end - 1 : end;
    let start = next;
    while (text.charCodeAt(start) === SPACE) start++;
    this.start = start;
    this.indent = start - next;
    this.next = end + 1;
    return true;
  }

  protected advance(): void {
    while (this.nextLine()) if (this.start < this.end && this.text.charCodeAt(this.start) !== HASH) return;
  }

  /** The offset of the colon after the key that begins at an offset; -1 if there is no key. */
  protected keyEnd(from: number): number {
    const { text, end } = this;
    let at = from;
    for (; at < end; at++) {
      const code = text.charCodeAt(at);
      const isLetter = (code | 32) >= 97 && (code | 32) <= 122;
      if (!isLetter && code !== UNDERSCORE && (at === from || !((code >= 48 && code <= 57) || code === DASH))) break;
    }
    if (at === from || at - from > MAX_KEY || text.charCodeAt(at) !== COLON) return -1;
    return at + 1 === end || text.charCodeAt(at + 1) === SPACE ? at : -1;
  }

  protected isItem(): boolean {
    const { text, start } = this;
    return text.charCodeAt(start) === DASH && (start + 1 === this.end || text.charCodeAt(start + 1) === SPACE);
  }

  protected skipSpaces(from: number): number {
    let at = from;
    while (this.text.charCodeAt(at) === SPACE) at++;
    return at;
  }

  /** The offset of the quote that closes the one at an offset; -1 if there is none before `end`. */
  protected closing(at: number, end: number, quote = this.text.charCodeAt(at)): number {
    for (let index = at + 1; index < end; index++) {
      const code = this.text.charCodeAt(index);
      if (code === BACKSLASH && quote === DOUBLE) index++;
      else if (code === quote) {
        if (quote === DOUBLE || this.text.charCodeAt(index + 1) !== SINGLE) return index;
        index++;
      }
    }
    return -1;
  }

  /** Only a placeholder comment may follow a value on its line. */
  protected endLine(from: number): void {
    const rest = this.text.slice(from, this.end).trimEnd();
    if (rest !== "" && rest.trimStart() !== PLACEHOLDER.trimStart()) fail();
    if (rest !== "" && !rest.startsWith(" ")) fail();
    this.advance();
  }
}

/** What a plain text of the subset cannot begin with: indicators of YAML, and typographic quotation marks. */
const INDICATORS = new Set([..."-?:,[]{}#&*!|>'\"%@`=<“”„‘ "].map((character) => character.charCodeAt(0)));
const INTEGER = /^-?(?:0|[1-9]\d{0,14})$/;
const DECIMAL = /^-?(?:0|[1-9]\d{0,7})\.\d{1,7}$/;
/** Numbers in any notation of YAML 1.2. */
const NUMBER =
  /^[-+]?(?:\d+|0o[0-7]+|0x[\da-fA-F]+|\.(?:inf|Inf|INF|nan|NaN|NAN)|(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?)$/;
const WORDS: ReadonlyMap<string, boolean | null> = new Map([
  ...["true", "True", "TRUE"].map((word) => [word, true] as const),
  ...["false", "False", "FALSE"].map((word) => [word, false] as const),
  ...["null", "Null", "NULL", "~"].map((word) => [word, null] as const),
]);

/** Thrown if the text leaves the subset. One object, because a stack trace would cost more than the parsing. */
export const NOT_PLAIN = new Error("Not in the plain subset of YAML.");

export const fail = (): never => {
  throw NOT_PLAIN;
};

/** Whether YAML parses the text as true, false or null. */
export const isWord = (text: string): boolean => WORDS.has(text);

/** A dash only begins a number. */
export function checkPlain(line: string): void {
  const first = line.charCodeAt(0);
  const isBegun = first === DASH ? /^-\d/.test(line) : !INDICATORS.has(first);
  if (!isBegun || line.includes(": ") || line.includes(" #") || line.endsWith(":") || line.endsWith('"')) fail();
}

export function resolve(word: string): unknown {
  const first = word.charCodeAt(0);
  const isNumeric = first <= 57 && (first >= 48 || first === DASH || first === 46 || first === 43);
  if (!isNumeric) {
    const value = word.length <= 5 ? WORDS.get(word) : undefined;
    return value === undefined ? word : value;
  }
  if (INTEGER.test(word) ? word !== "-0" : DECIMAL.test(word)) return Number(word);
  return NUMBER.test(word) ? fail() : word;
}

export function unquote(source: string): string {
  const inner = source.slice(1, -1);
  if (source.charCodeAt(0) === SINGLE) return inner.includes("'") ? inner.replaceAll("''", "'") : inner;
  if (!inner.includes("\\")) return inner;
  return inner.replace(/\\([\s\S])/g, (_, escaped: string) => ESCAPES.get(escaped) ?? fail());
}

/** Others could write an invisible character. */
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["\\", "\\"],
  ["/", "/"],
  ["n", "\n"],
]);

/** Block text, folded: a line break is a space, each empty line a line break. */
export function fold(lines: readonly string[]): string {
  let value = lines[0] ?? "";
  let breaks = 0;
  for (const line of lines.slice(1)) {
    if (line === "") breaks++;
    else {
      value += (breaks > 0 ? "\n".repeat(breaks) : " ") + line;
      breaks = 0;
    }
  }
  return value;
}
