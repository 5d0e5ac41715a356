// Reads tags and their attributes, in all forms of HTML.
import { decodeEntities } from "../text/decode-entities.ts";

const VALUE = String.raw`\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))`;

/** An attribute. The groups are its name and its value: in quotation marks, in apostrophes, or in neither. */
const ATTRIBUTE = new RegExp(String.raw`([^\s"'>/=]+)(?:${VALUE})?`, "g");

const ATTRIBUTES = /[^>"']*(?:(?:"[^"]*"|'[^']*')[^>"']*)*/y;

/** The name is in lower case, the value as written; undefined if there is none. */
type UseAttribute = (name: string, value: string | undefined) => void;

interface Tag {
  /** In lower case. */
  readonly name: string;
  /** The offset of its ">". */
  readonly end: number;
}

/** The tag that begins with the "<" at an offset; undefined if none does. Calls `use` for each of its attributes. */
export function readTag(html: string, offset: number, use: UseAttribute): Tag | undefined {
  if (!isLetter(html.charCodeAt(offset + 1))) return undefined;
  const start = endOfName(html, offset + 2);
  const name = html.slice(offset + 1, start).toLowerCase();
  const end = html[start] === ">" ? start : readAttributes(html, start, use);
  return { name, end };
}

const SLASH = 0x2f;
const CLOSER = 0x3e;

/** The offset behind the name of a tag. Comparing characters takes half the time of a regular expression. */
function endOfName(html: string, from: number): number {
  let end = from;
  for (; end < html.length; end++) {
    const code = html.charCodeAt(end);
    if (code <= 0x20 || code === SLASH || code === CLOSER) break;
  }
  return end;
}

const isLetter = (code: number): boolean => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;

/** Attributes of a tag by name in lower case; "" for one without a value. The first of several with one name counts, as in browsers. */
export function attributesOf(tag: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  readTag(tag, 0, (name, value = "") => {
    if (!attributes.has(name)) attributes.set(name, decodeEntities(value));
  });
  return attributes;
}

/** Reads attributes in the form of renderers, and from the first other one on in all forms. Returns the offset of the tag's end. */
function readAttributes(html: string, start: number, use: UseAttribute): number {
  let offset = start;
  while (html[offset] === " ") {
    const sign = html.indexOf("=", offset);
    const name = html.slice(offset + 1, sign);
    const end = html[sign + 1] === '"' ? html.indexOf('"', sign + 2) : -1;
    if (sign === -1 || end === -1 || !PLAIN_NAME.test(name)) break;
    use(name.toLowerCase(), html.slice(sign + 2, end));
    offset = end + 1;
  }
  if (html[offset] === ">") return offset;
  ATTRIBUTES.lastIndex = offset;
  ATTRIBUTES.test(html);
  const end = ATTRIBUTES.lastIndex;
  for (const [, name = "", doubleQuoted, singleQuoted, bare] of html.slice(offset, end).matchAll(ATTRIBUTE))
    use(name.toLowerCase(), doubleQuoted ?? singleQuoted ?? bare);
  return end;
}

const PLAIN_NAME = /^[\w:-]+$/;
