// Damage as people and programs do it to a text file: characters and lines taken out, put in, doubled, moved.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { readContent } from "./content-words.ts";
import { frozenDir } from "./with-site.ts";

/** Every content file's path, relative to content/, with its text. */
export const contentTexts: readonly { readonly path: string; readonly text: string }[] = readContent().map(
  ({ path }) => ({
    path,
    text: readFileSync(join(frozenDir, "content", path), "utf8"),
  }),
);

/** What editors type, paste or forget around YAML. */
const SNIPPETS = [
  ..."#:-*&!|>'\"[]{},?%@`\\~=<",
  ": ",
  " #",
  "# placeholder",
  "- ",
  "-",
  "? ",
  "\t",
  " ",
  "  ",
  "\n",
  "\r\n",
  "\r",
  "\n\n",
  "---",
  "---\n",
  "...",
  "...\n",
  "&a ",
  "*a",
  "<<: *a",
  "!!str ",
  "!js ",
  "%YAML 1.2\n",
  "|\n",
  ">-\n",
  "null",
  "true",
  "yes",
  "0600",
  "1.10",
  "1e3",
  "0x1F",
  "0o17",
  "0b11",
  "1_000",
  "12:30:45",
  "2025-01-01",
  ".inf",
  "-.5",
  "+1",
  ".nan",
  "1.",
  "9007199254740993",
  "“",
  "é",
  "𝒳",
  "\u00a0",
  "\u0085",
  "\u2009",
  "\u200b",
  "\u2028",
  "\u3000",
  "\ufeff",
  "\u0000",
  "\u007f",
  "__proto__: x\n",
  "constructor: x\n",
  "{brand.name}",
  "{nothing.at.all}",
  "{ a: b",
  "{a:b}",
  "[a, [b",
  "\n  -a\n",
  "\n  a\n  - b\n",
  "<<<<<<< HEAD\n",
  "‘",
  "–",
  "javascript:alert(1)",
  "<script>",
];

type Edit = (text: string) => string;
const at = (text: string, share: number) => Math.floor(share * (text.length + 1));
const editLines = (text: string, change: (lines: string[]) => string[]) => change(text.split("\n")).join("\n");
const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(share, fc.constantFrom(...SNIPPETS)).map(
    ([where, snippet]): Edit =>
      (text) =>
        text.slice(0, at(text, where)) + snippet + text.slice(at(text, where)),
  ),
  fc.tuple(share, fc.constantFrom(...SNIPPETS)).map(
    ([where, snippet]): Edit =>
      (text) =>
        editLines(text, (lines) => {
          const line = Math.floor(where * lines.length);
          const value = (lines[line] ?? "").replace(/(: +|- +).*$/, (_, mark: string) => mark + snippet);
          return lines.with(line, value);
        }),
  ),
  fc.tuple(share, fc.nat(12)).map(
    ([where, length]): Edit =>
      (text) =>
        text.slice(0, at(text, where)) + text.slice(at(text, where) + length),
  ),
  share.map(
    (where): Edit =>
      (text) =>
        text.slice(0, at(text, where)),
  ),
  share.map(
    (where): Edit =>
      (text) =>
        editLines(text, (lines) => lines.filter((_, index) => index !== Math.floor(where * lines.length))),
  ),
  share.map(
    (where): Edit =>
      (text) =>
        editLines(text, (lines) =>
          lines.flatMap((line, index) => (index === Math.floor(where * lines.length) ? [line, line] : [line])),
        ),
  ),
  fc.tuple(share, fc.integer({ min: -3, max: 3 })).map(
    ([where, by]): Edit =>
      (text) =>
        editLines(text, (lines) => {
          const line = Math.floor(where * lines.length);
          const old = lines[line] ?? "";
          return lines.with(line, by > 0 ? " ".repeat(by) + old : old.slice(Math.min(-by, old.search(/\S|$/))));
        }),
  ),
  fc.tuple(share, share).map(
    ([from, to]): Edit =>
      (text) =>
        editLines(text, (lines) => {
          const [line = ""] = lines.splice(Math.floor(from * lines.length), 1);
          lines.splice(Math.floor(to * (lines.length + 1)), 0, line);
          return lines;
        }),
  ),
  fc.constant<Edit>((text) => text.replaceAll("\n", "\r\n")),
);

/** One such accident. */
export const damage: fc.Arbitrary<(text: string) => string> = edit;

/** A content file after one to four such accidents. */
export const damagedFile = (isWanted: (path: string) => boolean = () => true) =>
  fc
    .tuple(
      fc.constantFrom(...contentTexts.filter(({ path }) => isWanted(path))),
      fc.array(edit, { minLength: 1, maxLength: 4 }),
    )
    .map(([{ path, text }, edits]) => ({ path, text: edits.reduce((damaged, change) => change(damaged), text) }));
