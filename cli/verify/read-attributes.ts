// Attributes of tags, in all forms that HTML has.
import { decodeEntities } from "../text/decode-entities.ts";

const VALUE = String.raw`\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))`;

/** An attribute; the groups are its name and its value: in quotation marks, in apostrophes, in neither. */
const ATTRIBUTE = new RegExp(String.raw`([^\s"'>/=]+)(?:${VALUE})?`, "g");

const TAG_NAME = /[a-z][^\s/>]*/iy;
const ATTRIBUTES = /[^>"']*(?:(?:"[^"]*"|'[^']*')[^>"']*)*/y;

interface TagStart {
  /** In lower case. */
  readonly name: string;
  readonly attributes: string;
  /** The offset of its ">". */
  readonly end: number;
}

/** The tag that begins with the "<" at an offset; undefined where it begins none. */
export function tagAt(html: string, offset: number): TagStart | undefined {
  TAG_NAME.lastIndex = offset + 1;
  const name = TAG_NAME.exec(html)?.[0];
  if (name === undefined) return undefined;
  const from = offset + 1 + name.length;
  const end = endInMarks(html, from) ?? endOfAny(html, from);
  return { name: name.toLowerCase(), attributes: html.slice(from, end), end };
}

/** As renderers write tags: with values in quotation marks, and no apostrophes. */
function endInMarks(html: string, from: number): number | undefined {
  let at = from;
  for (;;) {
    const end = html.indexOf(">", at);
    if (end === -1) return undefined;
    const mark = html.slice(at, end).indexOf('"');
    if (mark === -1) return html.slice(from, end).includes("'") ? undefined : end;
    at = html.indexOf('"', at + mark + 1) + 1;
    if (at === 0) return undefined;
  }
}

function endOfAny(html: string, from: number): number {
  ATTRIBUTES.lastIndex = from;
  ATTRIBUTES.test(html);
  return ATTRIBUTES.lastIndex;
}

/** Calls `use` for each attribute of a tag that has a value: the name in lower case, and the value as written. */
export function eachAttribute(tag: string, use: (name: string, written: string) => void): void {
  readAttributes(tag, (name, written) => {
    if (written !== undefined) use(name, written);
  });
}

/** By name in lower case, "" for one without a value. Of several with one name the first counts, as in browsers. */
export function attributesOf(tag: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  readAttributes(tag, (name, written = "") => {
    if (!found.has(name)) found.set(name, decodeEntities(written));
  });
  return found;
}

/** Those that are written as renderers do, and then, in any other way, the rest. */
function readAttributes(tag: string, use: (name: string, written: string | undefined) => void): void {
  let from = 0;
  for (let sign = tag.indexOf('="'); sign !== -1; sign = tag.indexOf('="', from)) {
    const name = nameBefore(tag, from, sign);
    const end = tag.indexOf('"', sign + 2);
    if (name === undefined || end === -1) break;
    use(name.toLowerCase(), tag.slice(sign + 2, end));
    from = end + 1;
  }
  if (from === tag.length) return;
  for (const [, name = "", quoted, single, bare] of tag.slice(from).matchAll(ATTRIBUTE))
    use(name.toLowerCase(), quoted ?? single ?? bare);
}

const PLAIN_NAME = /^[\w:-]+$/;

/** The name right before a sign; undefined where there is more than a blank and a name. */
function nameBefore(tag: string, from: number, sign: number): string | undefined {
  const name = tag.slice(from + 1, sign);
  return tag[from] === " " && PLAIN_NAME.test(name) ? name : undefined;
}
