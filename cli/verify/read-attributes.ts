// Attributes of tags, in all forms that HTML has.

/** The text that an attribute's value means, as our renderers write it. */
export const decodeEntities = (value: string): string =>
  value.includes("&")
    ? value
        .replace(/&(?:quot|#34|#x22);/g, '"')
        .replace(/&#(?:39|x27);/g, "'")
        .replace(/&lt;/g, "<")
        .replace(/&gt;/g, ">")
        // Last, so that an escaped "&quot;" does not become a quotation mark.
        .replace(/&(?:amp|#38|#x26);/g, "&")
    : value;

const VALUE = String.raw`\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))`;

/** An attribute; the groups are its name and its value: in quotation marks, in apostrophes, in neither. */
const ATTRIBUTE = new RegExp(String.raw`([^\s"'>/=]+)(?:${VALUE})?`, "g");

/** The start of a tag, without its end; the groups are its name and its attributes. */
export const TAG_START = String.raw`<([a-z][^\s/>]*)([^>"']*(?:(?:"[^"]*"|'[^']*')[^>"']*)*)`;

/** Calls `use` for each attribute of a tag that has a value: the name in lower case, and the value as written. */
export function eachAttribute(tag: string, use: (name: string, written: string) => void): void {
  for (const [, name = "", quoted, single, bare] of tag.matchAll(ATTRIBUTE)) {
    const written = quoted ?? single ?? bare;
    if (written !== undefined) use(name.toLowerCase(), written);
  }
}

/** By name in lower case, "" for one without a value. Of several with one name the first counts, as in browsers. */
export function attributesOf(tag: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name = "", quoted, single, bare] of tag.matchAll(ATTRIBUTE)) {
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, decodeEntities(quoted ?? single ?? bare ?? ""));
  }
  return found;
}
