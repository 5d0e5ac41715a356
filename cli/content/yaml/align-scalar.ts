// A text in YAML → the position of each of its characters in the file. Quotes, escapes, indentation and folded lines differ, but
// apart from white space every character of the value is written, in the same order.
import type { Scalar } from "yaml";

type ScalarType = Scalar.Type | undefined;

const SPACE = /[ \t\r\n]/;

/**
 * For each character of `value` its offset in `source`, the scalar as written; white space gets the offset of the next character.
 * undefined if the two do not match.
 */
export function alignScalar(source: string, type: ScalarType, value: string): readonly number[] | undefined {
  const read = READERS[type ?? "PLAIN"] ?? readPlain;
  let at = type?.startsWith("BLOCK") ? source.indexOf("\n") + 1 : type?.startsWith("QUOTE") ? 1 : 0;
  const offsets: number[] = [];
  const pending: number[] = [];
  for (let index = 0; index < value.length; ) {
    if (SPACE.test(value.charAt(index))) {
      pending.push(index++);
      continue;
    }
    let next = read(source, at);
    while (next && /^[ \t\r\n]*$/.test(next.words)) {
      at += next.length;
      next = read(source, at);
    }
    if (!next || !value.startsWith(next.words, index)) return undefined;
    for (const space of pending.splice(0)) offsets[space] = at;
    for (let unit = 0; unit < next.words.length; unit++) offsets[index + unit] = at;
    index += next.words.length;
    at += next.length;
  }
  for (const space of pending) offsets[space] = at;
  return offsets;
}

/** The value of one written character or one escape; undefined at the end. */
interface Read {
  readonly words: string;
  readonly length: number;
}

type Reader = (source: string, at: number) => Read | undefined;

const readPlain: Reader = (source, at) => (at < source.length ? { words: source.charAt(at), length: 1 } : undefined);

const readSingle: Reader = (source, at) =>
  source.startsWith("''", at) ? { words: "'", length: 2 } : readPlain(source, at);

/** The escapes of YAML 1.2, section 5.7; those with a code are below. */
const ESCAPES: Readonly<Record<string, string>> = {
  ...{ "0": "\0", a: "\x07", b: "\b", t: "\t", "\t": "\t", n: "\n", v: "\v", f: "\f", r: "\r", e: "\x1b" },
  ...{ " ": " ", '"': '"', "/": "/", "\\": "\\", N: "\x85", _: "\u00a0", L: "\u2028", P: "\u2029" },
};
const CODES: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

const readDouble: Reader = (source, at) => {
  if (source.charAt(at) !== "\\") return readPlain(source, at);
  const kind = source.charAt(at + 1);
  const digits = CODES[kind];
  if (digits !== undefined) {
    const code = Number.parseInt(source.slice(at + 2, at + 2 + digits), 16);
    return code <= 0x10ffff ? { words: String.fromCodePoint(code), length: 2 + digits } : undefined;
  }
  // A line that continues after a backslash.
  if (kind === "\n") return { words: "", length: 2 };
  const words = ESCAPES[kind];
  return words === undefined ? undefined : { words, length: 2 };
};

const READERS: Readonly<Partial<Record<Scalar.Type, Reader>>> = { QUOTE_SINGLE: readSingle, QUOTE_DOUBLE: readDouble };
