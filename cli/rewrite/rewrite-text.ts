// A file and an edit → the file with only that text changed: the result is parsed and compared before it is returned.

import { isDeepStrictEqual } from "node:util";
import { valueAt } from "../content/schema/schema-walk.ts";
import { parseSource } from "../content/sources/parse-source.ts";
import { MAX_SOURCE_BYTES, type SourceFile } from "../content/sources/read-source.ts";
import type { Path } from "../content/sources/source-document.ts";
import { hiddenInText } from "../content/yaml/hidden-characters.ts";
import { readYaml } from "../content/yaml/read-yaml.ts";
import { splitFrontMatter } from "../content/yaml/split-front-matter.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { openLocator } from "./locate-text.ts";
import { changed, refused } from "./rewrite-problems.ts";
import type { Edit } from "./text-place.ts";

export interface EditedSource {
  /** The file's text as it will be written. */
  readonly raw: string;
  /** The same as the build will read it. */
  readonly source: SourceFile;
  /** Where the text begins; both start at 1. */
  readonly line: number;
}

/** The file's text without its byte order mark, as the build reads it. */
export const sourceOfRaw = (source: Omit<SourceFile, "text">, raw: string): SourceFile => ({
  ...source,
  text: raw.charCodeAt(0) === 0xfeff ? raw.slice(1) : raw,
});

/** Characters that cannot be in a text file or are invisible, except tabs and line ends. */
const UNWRITABLE = /(?![\t\n])\p{Cc}|\p{Cs}|[\ufffe\uffff]/u;

const HIDDEN = "There is a character in these words that cannot be seen.";

export type EditableSource = ReturnType<typeof openSource>;

/** A file whose texts can be changed one by one; it is parsed once for all of them. `raw` is its text as it is on disk. */
export function openSource(ref: Omit<SourceFile, "text">, raw: string) {
  const source = sourceOfRaw(ref, raw);
  const { locate, yaml } = openLocator(source, raw);
  let known: ReadSource | undefined;
  return {
    source,
    yaml,
    locate,
    /** EDIT_CHANGED where the file's text differs from `was`, EDIT_REFUSED where it cannot be done. */
    edit({
      path,
      block,
      was,
      text: typed,
    }: Pick<Edit, "path" | "block" | "was"> & { readonly text: string }): EditedSource | Diagnostic {
      const text = typed.replace(/\r\n?/g, "\n");
      if (UNWRITABLE.test(text)) {
        const hint = "type these words instead of pasting them";
        return refused(ref.file, "There is a character in these words that cannot be shown.", hint);
      }
      const located = locate({ path, block });
      if ("code" in located) return located;
      const { line } = located;
      if (located.text !== was) return changed(ref.file, line);
      if (located.text === text) return { raw, source, line };
      known ??= readAll(source);
      const value = located.valueWith(text);
      for (const written of located.filesWith(value)) {
        const edited = sourceOfRaw(ref, written);
        if (holds(known, readAll(edited), path, value)) return limited({ raw: written, source: edited, line });
      }
      if (hiddenInText(text) !== -1) return refused(ref.file, HIDDEN, "type these words instead of pasting them");
      const message = "These words cannot be written at this place of the file.";
      return refused(ref.file, message, "open the file in an editor");
    },
  };
}

function limited(edited: EditedSource): EditedSource | Diagnostic {
  if (Buffer.byteLength(edited.raw) <= MAX_SOURCE_BYTES) return edited;
  return refused(edited.source.file, "The file would become larger than 1 MiB.", "shorten the text");
}

/** The data and the comments of a file. */
interface ReadSource {
  readonly data: unknown;
  readonly comments: readonly string[];
  readonly issues: number;
}

function readAll(source: SourceFile): ReadSource {
  const { data, diagnostics } = parseSource(source);
  return { data, comments: commentsOf(source), issues: diagnostics.length };
}

/** Whether only this value has changed, to the requested text: no other value, no comment and no new issue. */
const holds = (before: ReadSource, after: ReadSource, path: Path, value: string): boolean =>
  after.issues <= before.issues &&
  isDeepStrictEqual(after.data, withValue(before.data, path, value)) &&
  isDeepStrictEqual(after.comments, before.comments);

/** The same with this text at the path; with null, without what is there. */
export function withValue<Data>(data: Data, path: Path, value: string | null): Data {
  const now = structuredClone(data);
  const [holder, step = ""] = [valueAt(now, path.slice(0, -1)) as Record<string, unknown>, path.at(-1)];
  if (value !== null) holder[step] = value;
  else if (Array.isArray(holder)) holder.splice(Number(step), 1);
  else delete holder[step];
  return now;
}

export function commentsOf({ text, format }: SourceFile): string[] {
  const split = format === "markdown" ? splitFrontMatter(text) : undefined;
  if (split && "code" in split) return [];
  const yaml = readYaml(split?.yaml ?? text);
  // What is between the texts: a # within one is no comment.
  let between = "";
  let end = 0;
  for (const node of yaml.nodes) {
    if (node.kind !== "scalar") continue;
    between += yaml.text.slice(end, node.linesStart);
    end = node.end;
  }
  between += yaml.text.slice(end);
  return between.match(/(?<!\S)#[^\n]*/g) ?? [];
}
