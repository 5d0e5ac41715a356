// Blocks of a Markdown text as people edit them who know no Markdown: words are shown without the signs of their block, and come back
// between them; what would become something else is reported, and nothing is written.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { markdownTokens } from "../../cli/content/markdown/render-markdown.ts";
import { parseSource } from "../../cli/content/sources/parse-source.ts";
import type { Direction, OpenText } from "../../cli/edit/text/edit.ts";
import { readText, saveText } from "../../cli/edit/text/edit-content.ts";
import { createEditHistory, type EditContext, stepHistory } from "../../cli/edit/text/edit-history.ts";
import type { SiteRules } from "../../cli/edit/text/site-rules.ts";
import { ownFolder, writeFiles } from "../support/process/own-folder.ts";
import { readTable } from "../support/process/read-table.ts";
import { sourceOf } from "../support/site/sources.ts";

const root = ownFolder();

const FRONT = "---\ntitle: Words\nlead: >-\n  Folded words\n  on two lines.\n---\n";

interface Page {
  /** The only block that has these words. */
  open(words: string): OpenText;
  save(words: string, typed: string): ReturnType<typeof saveText>;
  lead(typed: string): ReturnType<typeof saveText>;
  step(direction: Direction): ReturnType<typeof stepHistory>;
  raw(): string;
  body(): string;
}

function pageOf(body: string): Page {
  const path = join(root, "content/example.md");
  writeFiles(root, { "content/example.md": FRONT + body });
  const ref = { ...sourceOf("", "markdown"), path };
  const rules = {
    sourceOf: () => ref,
    list: () => expect.fail(),
    check: () => [],
    describe: () => ({}),
    fields: (file) => {
      const { data } = parseSource(file);
      return [
        { path: ["body"], field: { kind: "markdown" }, value: String(data?.body) },
        { path: ["lead"], field: { kind: "text" }, value: String(data?.lead) },
      ] as unknown as ReturnType<SiteRules["fields"]>;
    },
  } satisfies SiteRules;
  const context: EditContext = { contentDir: join(root, "content"), rules, history: createEditHistory() };
  const raw = () => readFileSync(path, "utf8");
  const bodyOf = () => raw().slice(FRONT.length);
  const read = (place: Pick<OpenText, "path" | "block">) => {
    const text = readText({ file: ref.file, ...place }, context);
    if ("problems" in text) throw new Error(text.problems[0]?.message);
    return text;
  };
  const open = (words: string): OpenText => {
    // As the pages tell them: the text begins behind the empty line.
    const blocks = markdownTokens(bodyOf().replace(/^\r?\n/, "")).flatMap(({ type, map }) =>
      map && !type.endsWith("_open") ? [{ first: map[0], end: map[1] }] : [],
    );
    const found = blocks.map((block) => read({ path: ["body"], block })).find((text) => text.words === words);
    if (!found) throw new Error(`nothing says ${words}`);
    return found;
  };
  const put = ({ file, path: at, block, text: was, fileHash }: OpenText, text: string) =>
    saveText({ file, path: at, ...(block && { block }), was, fileHash, text }, context);
  return {
    open,
    save: (words, typed) => put(open(words), typed),
    lead: (typed) => put(read({ path: ["lead"] }), typed),
    step: (direction) => stepHistory(direction, context),
    raw,
    body: bodyOf,
  };
}

const BODY = `
## Introduction

A paragraph on
  two lines.

- first
- second, which
  goes on
  - within
lazy

10. tenth
11. eleventh

    more of it

> Quoted **words**
> go on

Set below
---------

## Closed ##

\`\`\`sh
make
\ttabbed
\`\`\`

    indented code

The end.
`;

describe("a block is shown without its signs, and takes other words between them", () => {
  test.each(readTable<[what: string, words: string, typed: string, old: string, fresh: string]>("block-edits"))(
    "%s",
    (_, words, typed, old, fresh) => {
      const page = pageOf(BODY);
      const before = page.raw();
      const saved = page.save(words, typed);
      if ("problems" in saved) throw new Error(saved.problems[0]?.message);
      expect(page.body()).toBe(BODY.replace(old, fresh));
      page.step("undo");
      expect(page.raw()).toBe(before);
      page.step("redo");
      expect(page.body()).toBe(BODY.replace(old, fresh));
    },
  );

  test("a heading is one line, and nothing else is", () => {
    const page = pageOf(BODY);
    expect(page.open("Introduction").isOneLine).toBe(true);
    expect(page.open("first").isOneLine).toBe(false);
  });

  test("and lines of other line ends keep them", () => {
    const page = pageOf(BODY.replaceAll("\n", "\r\n"));
    expect(page.save("first", "one\r\ntwo")).toMatchObject({ line: 13 });
    expect(page.body()).toBe(BODY.replace("- first", "- one\n  two").replaceAll("\n", "\r\n"));
  });
});

describe("words that would become something else are refused", () => {
  test.each<[string, string, RegExp]>([
    ["The end.", "", /no words left/],
    ["first", " \n ", /no words left/],
    ["Introduction", "## ", /no words left/],
    ["make\n\ttabbed", "\n", /no words left/],
    ["The end.", "---", /something else/],
    ["first", "---", /something else/],
    ["The end.", "# Title", /something else/],
    ["The end.", "Title\n===", /something else/],
    ["The end.", "- one\n- two", /something else/],
    ["first", "* one", /something else/],
    ["first", "2026. A year", /something else/],
    ["The end.", "> said", /something else/],
    ["The end.", "```\ncode", /something else/],
    ["The end.", "one\n\ntwo", /something else/],
    ["first", "one\n\ntwo", /something else/],
    ["Introduction", "one\ntwo", /something else/],
    ["Introduction", "# one", /another heading level/],
    ["Introduction", "Suite #", /part of these words/],
    ["The end.", "a | b\n--|--", /something else/],
    ["The end.", "[x]: /contact", /something else/],
    ["make\n\ttabbed", "a\n```\nb", /something else/],
  ])("%j ← %j", (words, typed, message) => {
    const page = pageOf(BODY);
    expect(page.save(words, typed)).toMatchObject({
      problems: [{ code: "EDIT_REFUSED", message: expect.stringMatching(message), hint: expect.stringMatching(/./) }],
    });
    expect(page.body()).toBe(BODY);
  });
});

describe("stray characters", () => {
  test("blanks around a folded text are taken away, and its mark stays", () => {
    const page = pageOf("\nx\n");
    page.lead("  Folded words\non two lines, indeed. \n");
    expect(page.raw()).toContain("lead: >-\n");
    expect(page.raw()).not.toMatch(/ $/m);
    page.lead("\tFolded\twords ");
    expect(page.raw()).toContain("lead: >-\n  Folded words\n---");
  });

  test.each([
    ["\u200b", "A zero-width space (U+200B)"],
    ["\u00ad", "A soft hyphen (U+00AD)"],
    ["\u200d", "A zero-width joiner (U+200D)"],
    ["\ufeff", "A byte order mark (U+FEFF)"],
    ["\u202e", "A mark of writing direction (U+202E)"],
    ["\u2028", "A line separator (U+2028)"],
    ["\u2063", "A character (U+2063)"],
  ])("that no one sees are refused by name: %j", (character, name) => {
    const page = pageOf("\nx\n");
    for (const answer of [page.lead(`some words${character} here`), page.save("x", `some words${character} here`)])
      expect(answer).toMatchObject({
        problems: [{ code: "EDIT_REFUSED", message: `${name} comes after "words". It cannot be seen.` }],
      });
  });

  test("that are seen, or were there before, are allowed", () => {
    const page = pageOf("\nx\u00ady\n");
    expect(page.save("x\u00ady", "10\u00a0km 👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿 x\u00ady")).toMatchObject({ line: 8 });
  });
});
