// The data above a Markdown text: its fences, its traps, and the engines that must not run.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { check } from "../../cli/index.ts";
import { type Edited, edited, problemsOf } from "../support/problems.ts";
import { withSite } from "../support/with-site.ts";

const file = "legal/terms.md";
const text = edited(file)[1];
const terms = (...pairs: [from: string, to: string][]): Edited => edited(file, ...pairs);
const opening = (line: string): Edited => terms(["---", line]);
const closing = (line: string): Edited => terms(["\n---\n", `\n${line}\n`]);

describe("a fence that is not exactly three hyphens", () => {
  const cases: readonly (readonly [what: string, source: Edited, place: string, code: string])[] = [
    ["no fence at all", [file, text.replace("---\n", "")], "1:1", "SOURCE_FRONT_MATTER_MISSING"],
    ["four hyphens at the top", opening("----"), "1:1", "SOURCE_FRONT_MATTER_MISSING"],
    ["two hyphens at the top", opening("--"), "1:1", "SOURCE_FRONT_MATTER_MISSING"],
    ["a long dash at the top", opening("—"), "1:1", "SOURCE_FRONT_MATTER_MISSING"],
    ["plus signs", [file, text.replaceAll("---", "+++")], "1:1", "SOURCE_FRONT_MATTER_MISSING"],
    ["an empty line above", [file, `\n${text}`], "2:1", "SOURCE_FRONT_MATTER_MISSING"],
    ["a space before the fence", opening(" ---"), "1:1", "SOURCE_FRONT_MATTER_MISSING"],
    ["no closing fence", terms(["\n---\n", "\n"]), "1:1", "SOURCE_FRONT_MATTER_UNCLOSED"],
    ["four hyphens at the end", closing("----"), "7:1", "SOURCE_FRONT_MATTER_UNCLOSED"],
    ["a long dash at the end", closing("—"), "7:1", "SOURCE_FRONT_MATTER_UNCLOSED"],
    ["an indented closing fence", closing("  ---"), "7:1", "SOURCE_FRONT_MATTER_UNCLOSED"],
    ["---js", opening("---js"), "1:1", "SOURCE_FRONT_MATTER_LANGUAGE"],
    ["--- JavaScript", opening("--- JavaScript"), "1:1", "SOURCE_FRONT_MATTER_LANGUAGE"],
    ["---json", opening("---json"), "1:1", "SOURCE_FRONT_MATTER_LANGUAGE"],
    ["---toml", opening("---toml"), "1:1", "SOURCE_FRONT_MATTER_LANGUAGE"],
    ["---yaml", opening("---yaml"), "1:1", "SOURCE_FRONT_MATTER_LANGUAGE"],
    ["an empty file", [file, ""], "1:1", "SOURCE_EMPTY"],
    ["no data between the fences", [file, "---\n---\nText\n"], "1:1", "SOURCE_EMPTY"],
  ];
  test.each(cases)("%s", async (_, source, place, code) => {
    expect(await problemsOf(source)).toEqual([`${file}:${place} ${code}`]);
  });

  test.each([
    ["spaces behind the fences", terms(["---\n", "--- \n"], ["\n---\n", "\n---  \n"])],
    ["a byte order mark", [file, `\ufeff${text}`]],
    ["Windows line ends", [file, text.replaceAll("\n", "\r\n")]],
    ["a rule in the text", [file, `${text}\n---\n\nMore.\n`]],
  ] as [string, Edited][])("%s: nothing is said", async (_, source) => {
    expect(await problemsOf(source)).toEqual([]);
  });
});

describe("a trap in the data counts lines of the file", () => {
  const cases: readonly (readonly [from: string, to: string, place: string, code: string])[] = [
    ["January 2025", "January #2025", "5:18", "SOURCE_COMMENT"],
    ["January 2025", "#1 of January", "5:10", "SOURCE_COMMENT"],
    ["This text is", "Note: this text is", "6:13", "SOURCE_COLON"],
    ["This text is", "*This* text is", "6:9", "SOURCE_SPECIAL_CHARACTER"],
    ["This text is", '"This" text is', "6:9", "SOURCE_QUOTE"],
    ["January 2025", "2025", "5:10", "CONTENT_NUMBER_AS_TEXT"],
    ["notice:", "\tnotice:", "6:1", "SOURCE_TAB"],
    ["notice:", "  notice:", "6:3", "SOURCE_INDENTATION"],
    ["notice:", "notise:", "6:1", "CONTENT_UNKNOWN_KEY"],
    ["notice:", "updated: May\nnotice:", "6:1", "SOURCE_DUPLICATE_KEY"],
    ["notice: This text is a template.\n", "", "2:1", "CONTENT_MISSING_KEY"],
    ["updated: January 2025", "order: first\nupdated: January 2025", "5:8", "CONTENT_WRONG_TYPE"],
    ["(/contact)", "(/kontact)", "15:35", "CONTENT_UNKNOWN_ROUTE"],
    ["(/contact)", "(javascript:alert(1))", "15:35", "CONTENT_BAD_LINK"],
    ["(/contact)", "(//evil.example)", "15:35", "CONTENT_BAD_LINK"],
    ["(/contact)", "(/contact) ![x](rom.png)", "15:50", "CONTENT_UNKNOWN_IMAGE"],
    ["{brand.legalName}", "{brand.legalNam}", "11:34", "CONTENT_UNKNOWN_TOKEN"],
  ];
  test.each(cases)("%j → %j is reported at %s as %s", async (from, to, place, code) => {
    const source = terms([from, to]);
    const expected = [`${file}:${place} ${code}`];
    expect(await problemsOf(source)).toEqual(expected);
    expect(await problemsOf([file, source[1].replaceAll("\n", "\r\n")])).toEqual(expected);
  });
});

describe("front matter never runs", () => {
  const program = (marker: string) => `require("node:fs").writeFileSync(${JSON.stringify(marker)}, "ran")`;
  const engines: readonly (readonly [fence: string, source: (code: string) => string])[] = [
    ["---js", (code) => `---js\n{ title: ${code} }\n---\nText\n`],
    ["---javascript", (code) => `---javascript\n{ title: ${code} }\n---\nText\n`],
    ["---JS", (code) => `---JS\n{ title: ${code} }\n---\nText\n`],
    ["--- js", (code) => `--- js\n{ title: ${code} }\n---\nText\n`],
    ["---coffee", (code) => `---coffee\ntitle: ${code}\n---\nText\n`],
    ["!!js/function", (code) => `---\ntitle: !!js/function "function () { ${code} }"\n---\nText\n`],
    [
      "a second front matter in the text",
      (code) => text.replace("---\n\n##", `---\n---js\n{ title: ${code} }\n---\n\n##`),
    ],
  ];
  test.each(engines)("%s", async (_, source) => {
    await withSite({}, async ({ root, write }) => {
      const marker = join(root, "marker");
      write({ [`content/${file}`]: source(program(marker)) });
      for (let run = 0; run < 2; run++) await check({ root });
      expect(existsSync(marker)).toBe(false);
    });
  });
});
