// Mistakes of a template set that compile all the same: each is reported by its field, or by its file and line.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BuildFailedError, build, type Diagnostic } from "../../cli/index.ts";
import { copyTemplates, projectDir } from "../support/site/with-site.ts";

let root = "";
beforeAll(() => {
  // Below the project, where the packages are found.
  mkdirSync(join(projectDir, ".eventsite"), { recursive: true });
  root = mkdtempSync(join(projectDir, ".eventsite/mistakes-"));
  copyTemplates(root);
  cpSync(join(projectDir, "tests/fixtures/sites/small"), root, { recursive: true });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** What a build reports with some texts of the templates replaced. */
async function reported(changes: Record<string, readonly [before: string, after: string]>): Promise<Diagnostic[]> {
  const originals = Object.keys(changes).map((file) => [file, readFileSync(join(root, file), "utf8")] as const);
  for (const [file, text] of originals) {
    const [before, after] = changes[file] ?? ["", ""];
    expect(text).toContain(before);
    writeFileSync(join(root, file), text.replace(before, after));
  }
  try {
    await build({ root, write: false, cache: false });
    return [];
  } catch (error) {
    if (error instanceof BuildFailedError) return [...error.diagnostics];
    throw error;
  } finally {
    for (const [file, text] of originals) writeFileSync(join(root, file), text);
  }
}

test("fields that are missing or of another type are named", async () => {
  const found = await reported({
    "templates/index.ts": ["  fonts,\n", '  fonts: "Imbue" as never,\n'],
    "templates/sections/prose/index.tsx": ["Component: Prose", "Component: 5 as never"],
  });
  expect(found.map(({ code, message, file }) => `${file} ${code} ${message}`)).toEqual([
    expect.stringContaining('templates/index.ts BUNDLE_FAILED "templates.fonts" of the template set'),
    expect.stringContaining('templates/index.ts BUNDLE_FAILED "templates.sections.'),
  ]);
  for (const [before, after, message] of [
    ["byType: {", "byTyp: {", 'The template set lacks "templates.css.byType".'],
    [": iconFiles", ": () => [{} as never]", '"templates.icons" gives back something else: 0: path: Invalid'],
    [": iconFiles", ": () => (null as never)[0]", '"templates.icons" failed: Cannot read properties of null'],
    ["export const", "(null as never)[0];\nexport const", "The templates fail when they are loaded: Cannot read"],
  ] as const) {
    const [first] = await reported({ "templates/index.ts": [before, after] });
    expect(first).toMatchObject({ code: "BUNDLE_FAILED", message: expect.stringContaining(message) });
  }
});

const line = (file: string, text: string) =>
  readFileSync(join(root, file), "utf8")
    .split("\n")
    .findIndex((each) => each.includes(text)) + 1;

test("a custom property that no style sheet defines is reported at its line", async () => {
  const found = await reported({
    "templates/layout/print.css": ["@media print {", "@media print {\n  .a { color: var(--inkk); }"],
  });
  expect(found.map(({ file, line, message }) => `${file}:${line} ${message}`)).toEqual([
    `templates/layout/print.css:${line("templates/layout/print.css", "@media print {") + 1} No style sheet defines "--inkk".`,
  ]);
});

test("what the pages' policy blocks and a link that leads nowhere are found in the pages, at their section", async () => {
  const callToAction = "templates/sections/call-to-action/index.tsx";
  const found = await reported({
    "templates/layout/Header.tsx": ["<header ", '<script>{"let a"}</script>\n<header '],
    [callToAction]: [
      '<div className="words">',
      '<i style={{ color: "red" }} />\n<a href="/nowhere/">x</a>\n<div className="words">',
    ],
  });
  expect(found.map(({ file, line, message }) => `${file}:${line} ${message}`)).toEqual([
    "content/pages/home.yaml:3 The policy of the pages blocks a script within the page (on 7 pages, / first).",
    'content/services/gala-dinners.yaml:17 The page refers to "/nowhere/", which the site does not have (on /services/gala-dinners/, in the section "call-to-action").',
    'content/services/gala-dinners.yaml:17 The policy of the pages blocks the inline style "color:red" of <i> (on /services/gala-dinners/, in the section "call-to-action").',
  ]);
  expect(found.map(({ hint }) => hint)).toEqual([
    "write an island, or a file of pageScripts",
    'the template of "call-to-action" writes it: it is not in the content',
    "give the element a class, and the class a rule in a style sheet",
  ]);
});

test("what a component says of styles, scripts and addresses is its own affair", async () => {
  const callToAction = "templates/sections/call-to-action/index.tsx";
  const words = '<p title="var(--gone)">{"write  style=\'x\' nowhere, <script> and onclick=\\"y\\""}</p>';
  const found = await reported({
    [callToAction]: [
      '<div className="words">',
      `${words}\n<a href="/contact/">x</a>\n<a href="/">y</a>\n<div className="words">`,
    ],
  });
  expect(found).toEqual([]);
});

test("a template that fails on a page is reported at its line, with the page", async () => {
  const file = "templates/sections/call-to-action/index.tsx";
  const [found] = await reported({ [file]: ["  return (", '  if (heading) throw new Error("no ink");\n  return ('] });
  expect(found).toMatchObject({
    code: "RENDER_FAILED",
    message: "The page could not be rendered: no ink",
    file,
    line: line(file, "  return ("),
    hint: "the template failed on content/services/gala-dinners.yaml",
  });
});

test.each([
  [
    "a brace that is missing",
    "  .rich-text {\n    max-width: 37em;\n",
    "  .rich-text {\n    max-width: 37em;\n    h2 {\n",
    'Expected "}" to go with "{"',
  ],
  ["a brace too many", "    max-width: 37em;\n", "    max-width: 37em; }\n", 'Unexpected "}"'],
  [
    "a comment of another language",
    "    max-width: 37em;\n",
    "    // wide\n    max-width: 37em;\n",
    'Comments in CSS use "/* ... */" instead of "//"',
  ],
  ["a property without its colon", "max-width: 37em;", "max-width 37em;", 'Expected ":"'],
  ["a property that does not exist", "max-width: 37em;", "max-widht: 37em;", '"max-widht" is not a known CSS property'],
])("%s in a style sheet is reported with its file and line", async (_, before, after, message) => {
  const file = "templates/components/rich-text.css";
  const found = await reported({ [file]: [before, after] });
  expect(found).toContainEqual(expect.objectContaining({ code: "BUNDLE_FAILED", severity: "error", file, message }));
  for (const { line, frame } of found) expect([line, frame]).toEqual([expect.any(Number), expect.any(String)]);
});
