// Custom properties that a style sheet uses and nothing defines.
import { expect, test } from "vitest";
import { undefinedProperties } from "../../../../cli/bundle/custom-properties.ts";
import { ownFolder, writeFiles } from "../../../support/process/own-folder.ts";

const root = ownFolder();

interface Defined {
  readonly names?: readonly string[];
  readonly styles?: readonly string[];
  readonly scripts?: readonly string[];
}

/** What is reported of a style sheet; it is among the compiled ones, as each is. */
function check(sheet: string, { names = [], styles = [], scripts = [] }: Defined = {}) {
  writeFiles(root, { "a.css": sheet });
  const definitions = { names, styles: [sheet, ...styles], scripts };
  return undefinedProperties(["a.css", "a.css"], definitions, { root, templatesDir: root });
}

const reports = (sheet: string, defined?: Defined) =>
  check(sheet, defined).map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`);

const undefinedName = (name: string) => `No style sheet defines "${name}".`;

test("what a comment or a text hides is no use, and moves no line: the next one is at its own", () => {
  const sheet =
    "/* var(--a)\n   two */ a::after { content: \"var(--b) /*\"; color: var(--gone); quotes: '\\'var(--c)' }";
  expect(reports(sheet)).toEqual([`a.css:2:57 ${undefinedName("--gone")}`]);
});

test("a property is defined by a style sheet, a script or the build; one that has another to fall back on need not be", () => {
  const sheet = "a { top: var( --sheet ); left: var(--script-2); width: var(--build); color: var(--none, red) }";
  for (const quote of ['"', "'", "`"])
    for (const name of ["--script-2", "--script-"]) {
      const script = `element.style.setProperty(${quote}${name}${quote}, "1px");`;
      const defined = { names: ["--build"], styles: [":root { --sheet : 1px }"], scripts: [script] };
      expect(reports(sheet, defined)).toEqual([]);
    }
  expect(reports(sheet, { styles: ["@property --sheet { syntax: '*'; inherits: false }"] })).toEqual([
    `a.css:1:36 ${undefinedName("--script-2")}`,
    `a.css:1:60 ${undefinedName("--build")}`,
  ]);
  for (const other of ["--", "--c-", "--cc", "--C"]) {
    const found = reports("a { b: var(--c) }", { scripts: [`f("${other}")`] });
    expect(found).toEqual([`a.css:1:12 ${undefinedName("--c")}`]);
  }
  for (const other of ["/* --c: 1 */", ".x--c: { }", "@supports (--c: 1) { }", 'a { content: "--c: 1" }'])
    expect(reports(`a { b: var(--c) } ${other}`)).toEqual([`a.css:1:12 ${undefinedName("--c")}`]);
});

test("the line is shown as it is written, with what to do", () => {
  const [found] = check("/* why */ p { color: var(--gone) }");
  expect(found).toMatchObject({ code: "BUNDLE_FAILED", severity: "error", hint: expect.stringContaining("define it") });
  expect(found?.frame).toContain("> 1 | /* why */ p { color: var(--gone) }");
  expect(found?.frame).toMatch(/\^{6}(?!\^)/);
});
