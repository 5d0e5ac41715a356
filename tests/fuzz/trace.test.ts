// Laws of tracing, over words that nobody thought of: what a page says is where it is said to be, letter for letter, and a page that
// cannot be traced says so.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { parse } from "yaml";
import { hiddenInText } from "../../cli/content/yaml/hidden-characters.ts";
import { openPageMaps } from "../../cli/edit/source-map/page-maps.ts";
import type { PageWords, WordsOrigin } from "../../cli/edit/source-map/page-words.ts";
import { openSession } from "../../cli/pipeline/watch-session.ts";
import { rounds } from "../support/process/rounds.ts";
import { shownTexts } from "../support/site/traced-page.ts";
import { openSite } from "../support/site/with-site.ts";

const site = openSite();
const session = openSession({ root: site.root });
const visual = openPageMaps(session);
afterAll(async () => {
  await session.close();
  site.close();
});

/** Signs that mean something to YAML, to HTML, to Markdown or to tokens, and such as tracing itself might take for marks. */
const SIGNS = [
  "{brand.name}",
  "{contact.address.city}",
  "'",
  '"',
  "&amp;",
  "<b>",
  "\\",
  ": ",
  " #",
  "*a*",
  "`",
  "- ",
  "%20",
];
const STRANGE = [
  ...["\ue000", "\ue001\ue002", "\uf8ff", "\ue000\ue003\ue002a\ue001\ue003\ue002", "\u{f0000}"],
  ...["\u200b", "\u00a0", "ß", "ﬁ", "İ", "👩‍👩‍👧", "e\u0301", "日本"],
];
const pieces = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: "grapheme-ascii", maxLength: 8 }) },
  fc.constantFrom(...SIGNS),
  fc.constantFrom(...STRANGE),
);
const words = fc
  .array(pieces, { minLength: 1, maxLength: 6 })
  .map((parts) =>
    parts
      .join("")
      .replace(/[\p{Cc}\u2028\u2029\ufeff]/gu, "")
      .replace(/(\{[a-z]+\.[a-z.]+\})|[{}]/g, "$1"),
  )
  // What cannot be seen where no script needs it is an error of the file.
  .filter((text) => text.trim() !== "" && hiddenInText(text.trim()) === -1);

const styles = ["double", "block", "folded"] as const;

/** One text in the styles that YAML has for it, at an indentation. */
const written = fc.tuple(words, fc.constantFrom(...styles)).map(([text, style]) => (indent: string) => {
  if (style === "double") return JSON.stringify(text);
  // A block keeps no white space at its ends that would stand in the way of its indentation.
  return `${style === "block" ? "|-" : ">-"}\n${indent}  ${text.trim()}`;
});

test("every run of words is what its file says at its path, and begins at its place", async () => {
  let marks = 0;
  await fc.assert(
    fc.asyncProperty(fc.tuple(written, written, written), async ([heading, lead, text]) => {
      site.write({
        "content/pages/home.yaml": [
          // All that may come: fonts are made again for characters that the site did not hold before.
          `# ${STRANGE.join(" ")}`,
          "title: Rooms that are ready before the doors open",
          "description: A small site for tests, with words in it that nobody would think of writing down.",
          "sections:",
          "  - type: page-hero",
          // The headline is on a picture that would be drawn again each time.
          "    heading: A headline",
          `    lead: ${lead("    ")}`,
          "  - type: cards",
          `    heading: ${heading("    ")}`,
          "    cards:",
          "      - title: A card",
          `        text: ${text("        ")}`,
          "",
        ].join("\n"),
      });
      const { files } = await session.build();
      const page = files.find(({ path }) => path === "index.html");
      const found = (await visual.sourceMap("index.html")) as PageWords;
      const html = Buffer.from(page?.content ?? "").toString();
      expect(found.hash).toBe(page?.hash);
      // With marks left to make, all of it is found.
      expect(found.unmapped).toEqual([]);
      for (const { value, marks: runs } of shownTexts(html, found)) {
        for (const { start, end, origin: index } of runs) {
          const origin = found.origins[index] as WordsOrigin;
          marks++;
          if (origin.kind !== "image") expectSaid(value.slice(start, end), origin);
        }
      }
      const headings = shownTexts(html, found).filter(({ where }) => where === "<h2>");
      expect(headings.some(({ value, marks: [run] }) => run?.start === 0 && run.end === value.length)).toBe(true);
    }),
    rounds(8, 60),
  );
  expect(marks).toBeGreaterThan(250);
});

test("a site that leaves no character to mark words with says so, and one with a text that is none leaves that alone", async () => {
  const every = Array.from({ length: 0xf8ff - 0xe000 + 1 }, (_, index) => String.fromCharCode(0xe000 + index)).join("");
  site.write({ "content/pages/thank-you.yaml": thanks(every) });
  await session.build();
  const found = await visual.sourceMap("index.html");
  expect(found?.marks).toEqual([]);
  expect(found?.unmapped).toEqual([{ reason: expect.stringContaining("private-use characters") }]);
  site.write({ "content/pages/thank-you.yaml": thanks("Thank you") });
  await session.build();
  expect((await visual.sourceMap("thank-you/index.html"))?.unmapped).toEqual([]);
});

const thanks = (heading: string) =>
  [
    "title: Thank you for your request",
    "description: The page that follows a request sent without script, with a word of thanks on it.",
    "listed: false",
    "sections:",
    "  - type: page-hero",
    `    heading: ${JSON.stringify(heading)}`,
    "",
  ].join("\n");

const valueAt = (data: unknown, path: WordsOrigin["path"]): string =>
  String(path.reduce((value: unknown, step) => (value as Record<string, unknown>)[step], data));

function expectSaid(shown: string, { file, path, line, column }: WordsOrigin): void {
  const text = readFileSync(join(site.root, file), "utf8");
  const value = valueAt(parse(text), path);
  const settings = parse(readFileSync(join(site.root, "content/site.yaml"), "utf8"));
  const filled = value.replace(/\{([a-z]+(?:\.[a-z]+)+)\}/g, (whole, token: string) => {
    const words = valueAt(settings, token.split("."));
    return words === "undefined" ? whole : words;
  });
  const blank = filled.split(/\{[a-z]+\}/);
  expect(blank.length > 1 ? blank.every((part) => shown.includes(part)) : shown === filled).toBe(true);
  const at = text.split("\n")[line - 1]?.slice(column - 1) ?? "";
  const first = [...value.trimStart()][0] ?? "";
  // Escapes begin with their own sign.
  expect(at.startsWith(first) || at.startsWith("\\")).toBe(true);
}
