import { describe, expect, test } from "vitest";
import { createCharacterList } from "../../../../cli/content/list-characters.ts";
import { fonts } from "../../../../templates/layout/fonts.ts";

const charactersOf = createCharacterList(fonts);

describe("the characters that fonts need besides those they always have", () => {
  test.each([
    ["typed", "Stary Browar, Łódź – „sala”, źŁ", "Łź"],
    ["typographic ones, which every font has", "“L’été” – 450 € … ‘a’ — • → œ", ""],
    ["next to these", "‒–—― ‗‘„‟", "‒―‗‟"],
    ["beyond the first plane", "a 𝄞 clef", "𝄞"],
    ["written in signs of YAML", String.raw`name: "\u0141\U00000142\x41"`, "Łł"],
    ["written in halves", String.raw`"\uD83C\uDF89 \uD83D\uDE00"`, "🎉😀"],
    ["written in the short signs of YAML", String.raw`\u0141`, "Ł"],
    ["written in the long signs of YAML", String.raw`\U00000142`, "ł"],
    ["written in numbers", "&#321;", "Ł"],
    ["the first and the last that there are", "&#256; &#x10ffff;", "\u0100\u{10ffff}"],
    ["of Latin-1, written in signs", String.raw`\u0041 \U00000042 &#67; &#255; &#xff;`, ""],
    ["written in signs of Markdown", "&#321; and &#x142; and &amp;", "Łł"],
    ["none", "Crème brûlée & 450+ events", ""],
    ["no character at all", "&#9999999; &#x110000;", ""],
  ])("%s", (_, text, expected) => {
    expect(charactersOf(text)).toBe(expected);
  });

  test("are those that one of several fonts lacks", () => {
    const of = (...characters: [number, number][][]) =>
      createCharacterList(characters.map((each) => ({ characters: each })));
    const text = "aż\n𝄞€";
    expect(of([[0x20, 0x7e]], [[0x20, 0x20ac]])(text)).toBe("ż€𝄞");
    expect(of([[0x20, 0xffff]])(text)).toBe("𝄞");
    expect(of([])(text)).toBe("aż€𝄞");
    expect(of()(text)).toBe("");
    expect(of([[0x20, 0x7e]])(String.raw`\xe9 \u00ea`)).toBe("éê");
  });
});
