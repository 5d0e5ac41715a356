// The lines of a text in the plain subset of YAML, one after the other.
import { fail } from "./plain-scalars.ts";

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
    if (at === from || at - from > MAX_KEY || at >= end || text.charCodeAt(at) !== COLON) return -1;
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
