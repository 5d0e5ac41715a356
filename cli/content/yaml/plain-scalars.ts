// Single values of the plain subset of YAML: text with and without quotes, numbers and words.

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

const SINGLE = 39;
const DASH = 45;

/** A dash only begins a number. */
export function checkPlain(line: string): void {
  const first = line.charCodeAt(0);
  const isBegun = first === DASH ? /^-\d/.test(line) : line !== "" && !INDICATORS.has(first);
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
