// A file as it is on disk → its text, the YAML in it and the text below that, parsed once for all that is read and changed in it. Offsets are
// those of the file without byte order mark, with line ends of one kind.

import type { SourceFile } from "../content/sources/read-source.ts";
import { type ReadYaml, readYaml } from "../content/yaml/read-yaml.ts";
import { type FrontMatter, splitFrontMatter } from "../content/yaml/split-front-matter.ts";
import { isProblem } from "../diagnostics/diagnostic.ts";
import { textOfRaw } from "./line-ends.ts";
import { spliced } from "./splice.ts";

export interface OpenFile {
  readonly raw: string;
  /** As the build reads it. */
  readonly source: SourceFile;
  readonly text: string;
  /** All of the file, or the data above a Markdown text; undefined where there are mistakes in it. */
  readonly yaml: ReadYaml | undefined;
  /** The two parts of a Markdown file, which ends with its body. */
  readonly front: FrontMatter | undefined;
}

/** The file's text without its byte order mark, as the build reads it. */
export const sourceOfRaw = (ref: Omit<SourceFile, "text">, raw: string): SourceFile => ({
  ...ref,
  text: raw.replace(/^\ufeff/, ""),
});

export function openFile(ref: Omit<SourceFile, "text">, raw: string): OpenFile {
  const source = sourceOfRaw(ref, raw);
  const text = textOfRaw(raw);
  const front = ref.format === "markdown" ? splitFrontMatter(source.text) : undefined;
  if (front && isProblem(front)) return { raw, source, text, yaml: undefined, front: undefined };
  const yaml = readYaml(front?.yaml ?? text);
  return { raw, source, text, yaml: yaml.problems.length === 0 ? yaml : undefined, front };
}

/** A # within a text is no comment. */
export function commentsOf(source: SourceFile): string[] {
  const { yaml } = openFile(source, source.text);
  if (!yaml) return [];
  const scalars = yaml.nodes.filter((node) => node.kind === "scalar");
  const gaps = scalars.map(({ linesStart, end }) => ({ start: linesStart, end, text: "" }));
  return spliced(yaml.text, gaps).match(/(?<!\S)#[^\n]*/g) ?? [];
}
