// What compiles and yet fails in the browser, or takes words from those who write: found in the text of the templates' sources.
import { expect, test } from "vitest";
import { checkTemplateSources } from "../../cli/bundle/check-templates.ts";
import type { Diagnostic } from "../../cli/diagnostics/diagnostic.ts";
import { ownFolder, writeFiles } from "../support/own-folder.ts";

const root = ownFolder();

/** What is reported of files with these texts. */
function check(texts: Readonly<Record<string, string>>, defined: readonly string[] = []): readonly Diagnostic[] {
  writeFiles(root, texts);
  return checkTemplateSources([...Object.keys(texts), ...Object.keys(texts)], defined, { root, templatesDir: root });
}

const reports = (texts: Readonly<Record<string, string>>, defined?: readonly string[]) =>
  check(texts, defined).map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`);

const STYLE = "The policy of the pages forbids inline styles.";
const SCRIPT = "The policy of the pages forbids inline scripts.";
const written = (text: string) => `"${text}" is written into a component: who writes the content cannot change it.`;
const undefinedName = (name: string) => `No style sheet defines "${name}".`;

test.each([
  ["<p style={{ margin: 0 }} />", 4, STYLE],
  ['<p style="margin: 0" />', 4, STYLE],
  ["<p style='margin: 0' />", 4, STYLE],
  ["<style>{css}</style>", 1, STYLE],
  ["<script>1</script>", 1, SCRIPT],
  ['<a href="/contact">', 10, written("/contact")],
  ["<a href='/contact'>", 10, written("/contact")],
  ["<a href={`/contact`}>", 11, written("/contact")],
  ['<a href="https://example.com/">', 10, written("https://example.com/")],
  ['<a href="javascript:history.back()">', 10, written("javascript:history.back()")],
  ['<img src={"big-hall.jpg"} />', 12, written("big-hall.jpg")],
  ['<form action="/send">', 15, written("/send")],
  ['<p title="var(--gone)" />', 15, undefinedName("--gone")],
])("a component with %s is reported where that begins", (text, column, message) => {
  expect(reports({ "A.tsx": `\n${text}` })).toEqual([`A.tsx:2:${column} ${message}`]);
});

test.each([
  "<p {...{ style }} />",
  "<p data-style={style} textStyle={style} />",
  "<Scripts /><scripted />",
  "<p>The house style= none.</p>",
  '<a href="#top" /><a href="mailto:" /><a href={site.href(to)} /><img src={src} /><a data-href="/a" />',
  '// <p style="a" /> and <script>\n/* <a href="/a">\n var(--gone) */',
])("a component with %s is not", (text) => {
  expect(reports({ "A.tsx": text })).toEqual([]);
});

test("an address holds what looks like a comment", () => {
  expect(reports({ "A.tsx": '<a href="https://example.com" style="a" />' })).toEqual([
    `A.tsx:1:31 ${STYLE}`,
    `A.tsx:1:10 ${written("https://example.com")}`,
  ]);
});

test("what a comment hides moves no line: the next mistake is at its own", () => {
  expect(reports({ "a.css": "/* one\n   two */ a { color: var(--gone) }" })).toEqual([
    `a.css:2:26 ${undefinedName("--gone")}`,
  ]);
});

test("a property is defined by a style sheet, a script or the build; one that has another to fall back on need not be", () => {
  const sheet = "a { top: var( --sheet ); left: var(--script); width: var(--build); color: var(--none, red) }";
  for (const quote of ['"', "'", "`"]) {
    const script = `element.style.setProperty(${quote}--script${quote}, "1px");`;
    expect(reports({ "a.css": sheet, "b.css": ":root { --sheet : 1px }", "c.ts": script }, ["--build"])).toEqual([]);
  }
  expect(reports({ "a.css": sheet })).toEqual([
    `a.css:1:15 ${undefinedName("--sheet")}`,
    `a.css:1:36 ${undefinedName("--script")}`,
    `a.css:1:58 ${undefinedName("--build")}`,
  ]);
  for (const other of ["/* --c: 1 */", ".x--c: { }", "@supports (--c: 1) { }"])
    expect(reports({ "a.css": `a { b: var(--c) } ${other}` })).toEqual([`a.css:1:12 ${undefinedName("--c")}`]);
});

test("only components are searched for styles, scripts and addresses; every file once, in the order of its name", () => {
  const text = '<p style="a" />';
  expect(reports({ "b.tsx": text, "a.tsx": text, "c.ts": text, "d.css": text })).toEqual([
    `a.tsx:1:4 ${STYLE}`,
    `b.tsx:1:4 ${STYLE}`,
  ]);
});

test("the line is shown as it is written, with what to do", () => {
  const [found] = check({ "A.tsx": '/* why */ <p style="a" />' });
  expect(found).toMatchObject({ code: "BUNDLE_FAILED", severity: "error", hint: expect.stringContaining("class") });
  expect(found?.frame).toContain("> 1 | /* why */ <p style=");
  expect(found?.frame).toMatch(/\^{6}(?!\^)/);
});
