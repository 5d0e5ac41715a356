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
  ..."#:-*&!|>'\"[]{},?%@`\\~=<“‘–é𝒳\t \n\r\u00a0\u0085\u2009\u200b\u2028\u3000\ufeff\u0000\u007f",
  ...[": ", " #", "# placeholder", "- ", "? ", "  ", "\r\n", "\n\n", "\n  -a\n", "\n  a\n  - b\n", "<<<<<<< HEAD\n"],
  ...["---", "---\n", "...", "...\n", "%YAML 1.2\n", "|\n", ">-\n", "{ a: b", "{a:b}", "[a, [b"],
  ...["&a ", "*a", "<<: *a", "!!str ", "!js ", "__proto__: x\n", "constructor: x\n"],
  ..."null true yes 0600 1.10 1e3 0x1F 0o17 0b11 1_000 12:30:45 2025-01-01".split(" "),
  ..."-.5 +1 .inf .nan 1. 9007199254740993".split(" "),
  ...["{brand.name}", "{nothing.at.all}", "javascript:alert(1)", "<script>"],
];

type Edit = (text: string) => string;
const at = (text: string, share: number) => Math.floor(share * (text.length + 1));
const editLines = (text: string, change: (lines: string[]) => string[]) => change(text.split("\n")).join("\n");
const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

/** What is drawn, as a change of a text. */
const changing = <Drawn>(drawn: fc.Arbitrary<Drawn>, change: (text: string, drawn: Drawn) => string) =>
  drawn.map(
    (each): Edit =>
      (text) =>
        change(text, each),
  );

const edit: fc.Arbitrary<Edit> = fc.oneof(
  changing(
    fc.tuple(share, fc.constantFrom(...SNIPPETS)),
    (text, [where, snippet]) => text.slice(0, at(text, where)) + snippet + text.slice(at(text, where)),
  ),
  changing(fc.tuple(share, fc.constantFrom(...SNIPPETS)), (text, [where, snippet]) =>
    editLines(text, (lines) => {
      const line = Math.floor(where * lines.length);
      const value = (lines[line] ?? "").replace(/(: +|- +).*$/, (_, mark: string) => mark + snippet);
      return lines.with(line, value);
    }),
  ),
  changing(
    fc.tuple(share, fc.nat(12)),
    (text, [where, length]) => text.slice(0, at(text, where)) + text.slice(at(text, where) + length),
  ),
  changing(share, (text, where) => text.slice(0, at(text, where))),
  changing(share, (text, where) =>
    editLines(text, (lines) => lines.filter((_, index) => index !== Math.floor(where * lines.length))),
  ),
  changing(share, (text, where) =>
    editLines(text, (lines) =>
      lines.flatMap((line, index) => (index === Math.floor(where * lines.length) ? [line, line] : [line])),
    ),
  ),
  changing(fc.tuple(share, fc.integer({ min: -3, max: 3 })), (text, [where, by]) =>
    editLines(text, (lines) => {
      const line = Math.floor(where * lines.length);
      const old = lines[line] ?? "";
      return lines.with(line, by > 0 ? " ".repeat(by) + old : old.slice(Math.min(-by, old.search(/\S|$/))));
    }),
  ),
  changing(fc.tuple(share, share), (text, [from, to]) =>
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
