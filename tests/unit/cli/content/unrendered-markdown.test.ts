import { describe, expect, test } from "vitest";
import { unrenderedInText, unrenderedMarkdown } from "../../../../cli/content/unrendered-markdown.ts";

const found = (source: string) => unrenderedMarkdown(source).map(({ line, sign }) => `${line} ${sign}`);

describe("a slip in Markdown that leaves its signs on the page", () => {
  test.each([
    ["##Introduction", "1 ##Introduction"],
    ["Words\n##Introduction", "2 ##Introduction"],
    ["**do not use*", "1 *"],
    ["*do not use**", "1 *"],
    ["__do not use_", "1 _"],
    ["**do not use", "1 **"],
    ["do not use**", "1 **"],
    ["a **word **b", "1 **"],
    ["**8 weeks", "1 **"],
    ["please *do not use it", "1 *"],
    ["[x](http://foo", "1 ](http://foo"],
    ["[x](a b)", "1 ](a b)"],
    ["[x] (http://foo)", "1 ] (http://foo)"],
    ["![alt](x y.png)", "1 ](x y.png)"],
    ["a <b>bold</b> word", "1 <b>"],
    ["a line<br>", "1 <br>"],
    ["<!-- a comment -->", "1 <!--"],
    ["-one\n-two", "1 -one"],
    ["1.one\n2.two", "1 1.one"],
    ["|a|b|\n|c|d|", "1 |a|b|"],
    ["`code", "1 `"],
    ["see [^1]", "1 [^1]"],
    ["> ##Quoted", "1 ##Quoted"],
    ["- **listed*", "1 *"],
  ])("%j", (source, sign) => {
    expect(found(source)).toEqual([sign]);
  });
});

describe("a sign that may be meant as it is", () => {
  test.each([
    "## Introduction",
    "#1 in Toronto",
    "#hashtag",
    "3 * 4 = 12",
    "5 * 3 * 2",
    "2 ** 8",
    "2**8",
    "Prices*\n\n*excluding tax",
    "(*see below)",
    "`**` and `<b>` in code",
    "    **code block*",
    "```\n**x*\n```",
    "\\*\\*kept\\*\\* and \\##kept and \\<b>kept\\</b>",
    "**bold**, *light* and **“Quoted.”**",
    "**bold**text",
    "~~gone~~",
    "a < b > c",
    "<name>",
    "4 **** hotel",
    "Name: ______",
    "-5 °C\n-6 °C",
    "1.5 hours\n2.5 hours",
    "[x](/contact) and ![alt](a.png)",
    "<https://example.com>",
    "Hawai`i",
    "snake_case_name",
    "x | y",
    "[1][2]",
    "R&D, AT&amp;T",
    "---",
  ])("%j is left alone", (source) => {
    expect(found(source)).toEqual([]);
  });
});

describe("a text that is no Markdown", () => {
  test.each([
    ["We are **great**", "**great**"],
    ["__great__", "__great__"],
    ["See [us](/contact)", "[us](/contact)"],
    ["<b>hi</b>", "<b>"],
    ["## Heading", "## H"],
    ["a&nbsp;b", "&nbsp;"],
  ])("%j shows its signs", (text, sign) => {
    expect(unrenderedInText(text).map((each) => each.sign)).toEqual([sign]);
  });

  test.each([
    "*",
    "Fields marked {mark}",
    "R&D",
    "5 ** 2",
    "a **b",
    "#1 venue",
    "<3",
    "Name ____",
    "[1] (2020)",
    "[sic] (so)",
  ])("%j is left alone", (text) => {
    expect(unrenderedInText(text)).toEqual([]);
  });
});
