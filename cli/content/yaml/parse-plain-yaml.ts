// Text → its value, for the plain subset of YAML that almost every content file uses. The subset has its own grammar and is parsed in
// one pass without positions. Everything else is left to `yaml`, so this file never has to decide what unusual YAML means.

/*
  document   ("---" on a line of its own)? mapping
  mapping    (key ":" value)+            one indentation; no key twice; key = [A-Za-z_][\w-]*, not a word such as true or null
  sequence   ("- " value)+               also at the indentation of its key
  value      plain | quoted | block | flow | mapping or sequence on the following lines | nothing
  plain      no indicator in front, no ": ", no " #", no " at the end; goes on in lines that are indented deeper
  quoted     "…" with \\ \" \/ \n, or '…'; over several lines only without escapes
  block      | |- > >-                   no line indented deeper than the first in >
  flow       [a, "b"] and { a: 1, b: c } on one line
  comment    on a line of its own, or " # placeholder" behind a value
*/

import {
  checkPlain,
  fail,
  fold,
  isWord,
  NOT_PLAIN,
  PLACEHOLDER,
  PlainLines,
  resolve,
  unquote,
} from "./plain-subset.ts";
import { rareCharacters } from "./rare-characters.ts";

/** Characters outside the subset, of those that are not printable ASCII. The subset has visible letters and punctuation. */
const FOREIGN =
  /[^\u00a0-\u00ac\u00ae-\u024f\u0370-\u0482\u048a-\u052f\u1e00-\u1fff\u2009\u2010-\u2027\u202f-\u205e\u20a0-\u20bf\u2100-\u22ff\u3001-\u3029\u3041-\u3096\u309b-\u30ff\u4e00-\u9fff\uac00-\ud7a3]/;
/** Typographic spaces are harmless only between words. */
const BLANK_AT_EDGE =
  /(?<![\p{L}\p{N}«»!?;:%$€–—…’])[\u00a0\u2009\u202f]|[\u00a0\u2009\u202f](?![\p{L}\p{N}«»!?;:%$€–—…’])/u;
const LONE_RETURN = /\r(?!\n)/;
const HAS_BLANK = /[\u00a0\u2009\u202f]/;

/** Deeper nesting is left to the parser that reports it. */
const MAX_DEPTH = 20;

const DOUBLE = 34;
const HASH = 35;
const SINGLE = 39;
const GREATER = 62;
const BRACKET = 91;
const BRACE = 123;
const BAR = 124;

type Mapping = Record<string, unknown>;

/**
 * The value of a text in the plain subset: exactly what `yaml` returns for it, with nothing to report about the text.
 * undefined for any other text: the caller then parses it with `yaml`, with positions. `rare` are its rare characters.
 */
export function parsePlainYaml(
  text: string,
  rare = rareCharacters(text),
): Readonly<Record<string, unknown>> | undefined {
  if (text.includes("\r") && LONE_RETURN.test(text)) return undefined;
  if (FOREIGN.test(rare) || (HAS_BLANK.test(rare) && BLANK_AT_EDGE.test(text))) return undefined;
  try {
    return new PlainYaml(text).document();
  } catch (error) {
    if (error === NOT_PLAIN) return undefined;
    throw error;
  }
}

class PlainYaml extends PlainLines {
  private depth = 0;

  document(): Mapping {
    this.advance();
    if (this.indent === 0 && this.text.slice(this.start, this.end) === "---") this.advance();
    if (this.indent !== 0) fail();
    const value = this.mapping(0);
    if (this.indent !== -1) fail();
    return value;
  }

  private mapping(indent: number): Mapping {
    if (++this.depth > MAX_DEPTH) fail();
    const { text } = this;
    const found: Mapping = {};
    while (this.indent === indent && !this.isItem()) {
      const colon = this.keyEnd(this.start);
      if (colon === -1) fail();
      const key = text.slice(this.start, colon);
      if (isWord(key) || key === "__proto__" || Object.hasOwn(found, key)) fail();
      const at = this.skipSpaces(colon + 1);
      found[key] = at < this.end ? this.value(at, indent) : this.below(indent, true);
    }
    if (this.indent > indent) fail();
    this.depth--;
    return found;
  }

  private sequence(indent: number): unknown[] {
    if (++this.depth > MAX_DEPTH) fail();
    const found: unknown[] = [];
    while (this.indent === indent && this.isItem()) {
      const at = this.skipSpaces(this.start + 1);
      if (at >= this.end) found.push(this.below(indent, false));
      else if (this.keyEnd(at) !== -1) {
        this.indent += at - this.start;
        this.start = at;
        found.push(this.mapping(this.indent));
      } else found.push(this.value(at, indent));
    }
    if (this.indent > indent) fail();
    this.depth--;
    return found;
  }

  /** The value of a key or a dash with nothing after it. */
  private below(indent: number, isKey: boolean): unknown {
    this.advance();
    if (this.indent > indent) return this.isItem() ? this.sequence(this.indent) : this.mapping(this.indent);
    return isKey && this.indent === indent && this.isItem() ? this.sequence(indent) : null;
  }

  /** The value that begins at an offset of this line; ends on the line after it. */
  private value(at: number, indent: number): unknown {
    switch (this.text.charCodeAt(at)) {
      case DOUBLE:
      case SINGLE:
        return this.quoted(at, indent);
      case BAR:
      case GREATER:
        return this.block(at, indent);
      case BRACKET:
      case BRACE: {
        const [value, end] = this.flow(at, 0);
        this.endLine(end);
        return value;
      }
      default:
        return this.plain(at, indent);
    }
  }

  private plain(at: number, indent: number): unknown {
    let first = this.text.slice(at, this.end).trimEnd();
    const isMarked = first.endsWith(PLACEHOLDER);
    if (isMarked) first = first.slice(0, -PLACEHOLDER.length).trimEnd();
    checkPlain(first);
    if (isMarked) {
      this.advance();
      return resolve(first);
    }
    const more = this.folded(indent);
    return more === "" ? resolve(first) : first + more;
  }

  /** The lines that continue a text, folded: a line break is a space, each empty line a line break. */
  private folded(indent: number): string {
    let more = "";
    let breaks = 0;
    while (this.nextLine()) {
      if (this.start >= this.end) breaks++;
      else if (this.indent > indent && this.text.charCodeAt(this.start) !== HASH) {
        const line = this.text.slice(this.start, this.end).trimEnd();
        checkPlain(line);
        more += (breaks > 0 ? "\n".repeat(breaks) : " ") + line;
        breaks = 0;
      } else {
        if (this.text.charCodeAt(this.start) === HASH) this.advance();
        return more;
      }
    }
    return more;
  }

  private quoted(at: number, indent: number): string {
    const close = this.closing(at, this.end);
    if (close !== -1) {
      const value = unquote(this.text.slice(at, close + 1));
      this.endLine(close + 1);
      return value;
    }
    return this.quotedLines(at, indent);
  }

  private quotedLines(at: number, indent: number): string {
    const quote = this.text.charCodeAt(at);
    let value = this.text.slice(at + 1, this.end).trimEnd();
    let breaks = 0;
    while (this.nextLine()) {
      if (this.start >= this.end) {
        breaks++;
        continue;
      }
      if (this.indent <= indent) fail();
      const close = this.closing(this.start - 1, this.end, quote);
      const line = this.text.slice(this.start, close === -1 ? this.end : close);
      value += (breaks > 0 ? "\n".repeat(breaks) : " ") + (close === -1 ? line.trimEnd() : line);
      breaks = 0;
      if (close === -1) continue;
      if (value.includes(quote === DOUBLE ? "\\" : "''")) fail();
      this.endLine(close + 1);
      return value;
    }
    return fail();
  }

  private block(at: number, indent: number): string {
    const header = this.text.slice(at, this.end).trimEnd();
    if (!/^[|>]-?$/.test(header)) fail();
    const isFolded = header[0] === ">";
    const lines: string[] = [];
    let column = -1;
    while (this.nextLine()) {
      const isBlank = this.start >= this.end;
      if (isBlank && this.indent > column) fail();
      if (!isBlank && column === -1) column = this.indent > indent ? this.indent : fail();
      if (!isBlank && this.indent < column) break;
      const line = isBlank ? "" : this.text.slice(this.start - this.indent + column, this.end);
      if (isFolded && !isBlank && (this.indent > column || line.endsWith(" "))) fail();
      lines.push(line);
    }
    if (column === -1 || this.indent > indent) fail();
    // Parsers disagree on the end of a text whose last line has no line break.
    if (this.indent === -1 && header.length === 1 && !this.text.endsWith("\n")) fail();
    if (this.indent !== -1 && this.text.charCodeAt(this.start) === HASH) this.advance();
    while (lines.at(-1) === "") lines.pop();
    const value = isFolded ? fold(lines) : lines.join("\n");
    return header.length === 1 ? `${value}\n` : value;
  }

  /** A value between brackets, and the offset after it. */
  private flow(at: number, depth: number): [unknown, number] {
    if (depth > MAX_DEPTH) fail();
    const { text } = this;
    const isList = text.charCodeAt(at) === BRACKET;
    const close = isList ? "]" : "}";
    const list: unknown[] = [];
    const found: Mapping = {};
    let index = this.skipSpaces(at + 1);
    if (text[index] === close) return [isList ? list : found, index + 1];
    for (;;) {
      let key = "";
      if (!isList) {
        const colon = this.keyEnd(index);
        if (colon === -1) fail();
        key = text.slice(index, colon);
        if (isWord(key) || key === "__proto__" || Object.hasOwn(found, key)) fail();
        index = this.skipSpaces(colon + 1);
      }
      const [value, end] = this.flowValue(index, depth);
      if (isList) list.push(value);
      else found[key] = value;
      index = this.skipSpaces(end);
      if (index >= this.end) fail();
      if (text[index] === close) return [isList ? list : found, index + 1];
      if (text[index] !== ",") fail();
      index = this.skipSpaces(index + 1);
    }
  }

  private flowValue(at: number, depth: number): [unknown, number] {
    const { text } = this;
    const code = text.charCodeAt(at);
    if (code === BRACKET || code === BRACE) return this.flow(at, depth + 1);
    if (code === DOUBLE || code === SINGLE) {
      const close = this.closing(at, this.end);
      if (close === -1) fail();
      return [unquote(text.slice(at, close + 1)), close + 1];
    }
    FLOW_PLAIN.lastIndex = at;
    const found = FLOW_PLAIN.exec(text)?.[0].trimEnd();
    if (found === undefined) return fail();
    checkPlain(found);
    return [resolve(found), at + found.length];
  }
}

const FLOW_PLAIN = /[^,[\]{}:#"\r\n]+/y;
