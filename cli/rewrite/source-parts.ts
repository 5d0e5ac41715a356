// A file → the YAML in it, and the text below that. Offsets are those of the file without byte order mark, with line ends of one kind.

import type { SourceFile } from "../content/sources/read-source.ts";
import { type ReadYaml, readYaml } from "../content/yaml/read-yaml.ts";
import { splitFrontMatter } from "../content/yaml/split-front-matter.ts";

export interface SourceParts {
  /** All of the file, or the data above a Markdown text; undefined where there are mistakes in it. */
  readonly yaml?: ReadYaml | undefined;
  /** The text below the data, with which the file ends. */
  readonly body?: string;
}

export function openParts({ text, format }: Pick<SourceFile, "text" | "format">): SourceParts {
  if (format === "yaml") return { yaml: validYaml(text) };
  const split = splitFrontMatter(text);
  return "code" in split ? {} : { yaml: validYaml(split.yaml), body: split.body };
}

function validYaml(text: string): ReadYaml | undefined {
  const yaml = readYaml(text);
  return yaml.problems.length === 0 ? yaml : undefined;
}

/** A # within a text is no comment. */
export function commentsOf(source: SourceFile): string[] {
  const { yaml } = openParts(source);
  if (!yaml) return [];
  const texts = yaml.nodes.filter((node) => node.kind === "scalar");
  const before = texts.map((node, index) => yaml.text.slice(texts[index - 1]?.end ?? 0, node.linesStart));
  const between = before.join("") + yaml.text.slice(texts.at(-1)?.end ?? 0);
  return between.match(/(?<!\S)#[^\n]*/g) ?? [];
}
