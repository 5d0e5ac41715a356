// A position in the content → its current text, and the ways to replace it.

import type { SourceFile } from "../content/sources/read-source.ts";
import { type ReadYaml, readYaml } from "../content/yaml/read-yaml.ts";
import { splitFrontMatter } from "../content/yaml/split-front-matter.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { type FoundScalar, findScalar, type NoScalar } from "./find-scalar.ts";
import { refused } from "./rewrite-problems.ts";
import { type Splice, scalarTexts, sharedEnds } from "./scalar-texts.ts";
import type { TextPlace } from "./text-place.ts";

export interface LocatedText {
  /** The whole value, or the lines of the block. */
  readonly text: string;
  /** The whole value. */
  readonly value: string;
  /** Of the file; both start at 1. */
  readonly line: number;
  /** The value with this instead of `text`. */
  valueWith(text: string): string;
  /** The candidate files with such a value: the one closest to the former style comes first. */
  filesWith(value: string): Iterable<string>;
}

/** What a value is before lines of it are taken: how it is reached in the file. */
interface Value {
  readonly value: string;
  /** The line on which the value begins, or its first line of words. */
  readonly line: number;
  splices(value: string): Iterable<readonly Splice[]>;
}

/** The YAML of a file: all of it, or the data above a Markdown text. Its offsets are the file's. */
export interface YamlPart extends Pick<ReadYaml, "root" | "nodes" | "text" | "positionAt"> {
  /** The file with the splices. */
  fileWith(splices: readonly Splice[]): string;
}

/** A file that is read once, for all of its texts; `raw` is its text as it is on the disk. */
export function openLocator(source: SourceFile, raw: string) {
  const rawText = openRawText(raw);
  const { text, splice } = rawText;
  const parts = source.format === "markdown" ? splitFrontMatter(text) : { yaml: text, body: undefined };
  const { yaml: written, body } = "code" in parts ? { body: undefined } : parts;
  const yaml = written === undefined ? undefined : openYaml(written, splice);
  const find = (path: TextPlace["path"]) => {
    if (body !== undefined && path.length === 1 && path[0] === "body") return bodyValue(text, body);
    return yaml ? findInYaml(source, yaml, path) : refused(source.file, UNREADABLE, "correct them in an editor first");
  };
  return {
    /** undefined where it has mistakes. */
    yaml,
    /** EDIT_REFUSED where there is no text that can be changed alone. */
    locate({ path, block }: Omit<TextPlace, "file">): LocatedText | Diagnostic {
      const found = find(path);
      return "code" in found ? found : locate(source, rawText, found, block);
    },
  };
}

const UNREADABLE = "The file has mistakes and cannot be read.";

function locate(
  source: SourceFile,
  rawText: RawText,
  found: Value,
  block: TextPlace["block"],
): LocatedText | Diagnostic {
  const lines = found.value.split("\n");
  const { first, end } = block ?? { first: 0, end: lines.length };
  const isThere = Number.isInteger(first) && Number.isInteger(end) && first >= 0 && first < end && end <= lines.length;
  if (!isThere) return refused(source.file, "The text has become shorter: these lines are not in it any more.");
  return {
    text: lines.slice(first, end).join("\n"),
    value: found.value,
    line: found.line + (block ? first : 0),
    valueWith: (text) => [...lines.slice(0, first), text, ...lines.slice(end)].join("\n"),
    *filesWith(value) {
      for (const splices of found.splices(value)) yield rawText.splice(splices);
    },
  };
}

function openYaml(written: string, fileWith: YamlPart["fileWith"]): YamlPart | undefined {
  const { problems, ...yaml } = readYaml(written);
  return problems.length > 0 ? undefined : { ...yaml, fileWith };
}

/** The text below the front matter ends with the file. */
function bodyValue(text: string, body: string): Value {
  const start = text.length - body.length;
  return {
    value: body,
    line: text.slice(0, start).split("\n").length,
    splices(value) {
      const { first, last } = sharedEnds(body, value);
      return [[{ start: start + first, end: text.length - last, text: value.slice(first, value.length - last) }]];
    },
  };
}

function findInYaml(source: SourceFile, yaml: YamlPart, path: TextPlace["path"]): Value | Diagnostic {
  const found = findScalar(yaml, path);
  const lineOf = (offset: number) => yaml.positionAt(offset).line;
  if ("kind" in found) return explain(source, found, lineOf);
  return {
    value: found.value,
    line: lineOf(found.start) + (found.body && found.value !== "" ? 1 : 0),
    splices: (value) => scalarTexts(found, value, yaml.text),
  };
}

function explain({ file }: SourceFile, found: Exclude<NoScalar, FoundScalar>, lineOf: (offset: number) => number) {
  if (found.kind === "missing") return refused(file, "There is no text at this place of the file any more.");
  if (found.kind === "not text") return refused(file, "What is at this place of the file is not a text.");
  const line = lineOf(found.offset);
  const message = `These words are written once, as "&${found.name}" in line ${line}, and are used at several places of the file.`;
  return refused(file, message, `change them in an editor, in line ${line}`, line);
}

/** A file's text with line ends of one kind, and the way back: an edit leaves every other byte as it was. */
interface RawText {
  /** Without byte order mark, its lines ending in "\n". */
  readonly text: string;
  /** The file's own text with the splices, which do not overlap; new lines end as those around them do. */
  splice(splices: readonly Splice[]): string;
}

function openRawText(raw: string): RawText {
  const mark = raw.charCodeAt(0) === 0xfeff ? 1 : 0;
  const text = raw.slice(mark).replaceAll("\r\n", "\n");
  /** Where, in `text`, a "\r\n" was. */
  const longEnds = [...raw.slice(mark).matchAll(/\r\n/g)].map(({ index }, before) => index - before);
  const rawOffset = (offset: number) => mark + offset + longEnds.filter((end) => end < offset).length;
  const lineEndAt = (offset: number): string => {
    const next = text.indexOf("\n", offset);
    const near = next === -1 ? text.lastIndexOf("\n") : next;
    return longEnds.includes(near) ? "\r\n" : "\n";
  };
  return {
    text,
    splice(splices) {
      const parts: string[] = [];
      let done = 0;
      for (const { start, end, text: fresh } of [...splices].sort((a, b) => a.start - b.start)) {
        parts.push(raw.slice(done, rawOffset(start)), fresh.replaceAll("\n", lineEndAt(start)));
        done = rawOffset(end);
      }
      return parts.join("") + raw.slice(done);
    },
  };
}
