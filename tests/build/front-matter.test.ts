// The data above a Markdown text: its line ends, and the engines that must not run. Fences and traps are in the table of typing mistakes.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { check } from "../../cli/index.ts";
import { edited, problemsOf } from "../support/site/problems.ts";
import { withSite } from "../support/site/with-site.ts";

const file = "legal/terms.md";
const text = edited(file)[1];

test.each<[string, string]>([
  ["a byte order mark", `\ufeff${text}`],
  ["Windows line ends", text.replaceAll("\n", "\r\n")],
])("%s: nothing is said", async (_, source) => {
  expect(await problemsOf([file, source])).toEqual([]);
});

test("a trap in the data counts lines of the file, whatever they end in", async () => {
  const crlf = text.replace("January 2025", "January #2025").replaceAll("\n", "\r\n");
  expect(await problemsOf([file, crlf])).toEqual([`${file}:5:18 SOURCE_COMMENT`]);
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
