// The characters of a site beyond Latin-1, so that its fonts can include them.

/** Written as an escape: "\u0141" in YAML, &#321; and &#x141; in Markdown. */
const SIGNS = /\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})|&#[xX]([0-9A-Fa-f]{1,6});|&#(\d{1,7});/g;

const BEYOND_LATIN = /[\u0100-\uffff]+/g;

/** Adds the characters of a text, typed or escaped. */
export function addCharacters(text: string, found: Set<string>): void {
  for (const run of text.match(BEYOND_LATIN) ?? []) for (const character of run) found.add(character);
  if (!text.includes("\\u") && !text.includes("\\U") && !text.includes("&#")) return;
  for (const [, short, long, hex, decimal] of text.matchAll(SIGNS)) {
    const point = decimal === undefined ? Number.parseInt(short ?? long ?? hex ?? "", 16) : Number(decimal);
    if (point > 0xff && point <= 0x10ffff) found.add(String.fromCodePoint(point));
  }
}
