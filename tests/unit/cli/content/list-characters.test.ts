import { describe, expect, test } from "vitest";
import { addCharacters } from "../../../../cli/content/list-characters.ts";

const charactersOf = (text: string) => {
  const found = new Set<string>();
  addCharacters(text, found);
  return [...found].sort().join("");
};

describe("the characters that fonts need besides Latin-1", () => {
  test.each([
    ["typed", "Stary Browar, Łódź – „sala”", "Łź–”„"],
    ["beyond the first plane", "a 𝄞 clef", "𝄞"],
    ["written in signs of YAML", String.raw`name: "\u0141\U00000142\x41"`, "Łł"],
    ["written in the short signs of YAML", String.raw`\u0141`, "Ł"],
    ["written in the long signs of YAML", String.raw`\U00000142`, "ł"],
    ["written in numbers", "&#321;", "Ł"],
    ["the first and the last that there are", "&#256; &#x10ffff;", "\u0100\u{10ffff}"],
    ["of Latin-1, written in signs", String.raw`\u0041 \U00000042 &#67; &#255; &#xff;`, ""],
    ["written in signs of Markdown", "&#321; and &#x142; and &amp;", "Łł"],
    ["none", "Crème brûlée & 450+ events", ""],
    ["no character at all", "&#9999999; &#x110000;", ""],
  ])("%s", (_, text, expected) => {
    expect(charactersOf(text)).toBe([...expected].sort().join(""));
  });
});
