// A file and what changes in it → the file with that: it is parsed and compared with what was meant before it is returned.

import { isDeepStrictEqual } from "node:util";
import { parseSource } from "../content/sources/parse-source.ts";
import { MAX_SOURCE_BYTES, type SourceFile } from "../content/sources/read-source.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { rawWith, textOfRaw } from "./line-ends.ts";
import { refused } from "./rewrite-problems.ts";
import { commentsOf, openParts, type SourceParts } from "./source-parts.ts";
import { type Splice, spliced } from "./splice.ts";

/** A file that is parsed once for all that is read and changed in it. */
export interface OpenFile {
  /** As it is on disk. */
  readonly raw: string;
  /** As the build reads it. */
  readonly source: SourceFile;
  /** With line ends of one kind. */
  readonly text: string;
  readonly parts: SourceParts;
}

/** The file's text without its byte order mark, as the build reads it. */
export const sourceOfRaw = (source: Omit<SourceFile, "text">, raw: string): SourceFile => ({
  ...source,
  text: raw.charCodeAt(0) === 0xfeff ? raw.slice(1) : raw,
});

export function openFile(ref: Omit<SourceFile, "text">, raw: string): OpenFile {
  const source = sourceOfRaw(ref, raw);
  return { raw, source, text: textOfRaw(raw), parts: openParts(source) };
}

/** What changes, and the lines that go with their comments. */
export interface Changes {
  readonly splices: readonly Splice[];
  readonly gone: readonly string[];
}

/** EDIT_REFUSED where the file would not have these values, or would lose a comment of a line that stays: `unwritten` is then the message. */
export function rewriteFile(
  file: OpenFile,
  { splices, gone }: Changes,
  data: unknown,
  unwritten: string,
): string | Diagnostic {
  const { source, text } = file;
  const raw = rawWith(file.raw, spliced(text, splices));
  const rewritten = sourceOfRaw(source, raw);
  const isMeant = isDeepStrictEqual(parseSource(rewritten).data, data) && hasComments(source, rewritten, gone);
  if (!isMeant) return refused(source.file, unwritten, "open the file in an editor");
  if (Buffer.byteLength(raw) <= MAX_SOURCE_BYTES) return raw;
  return refused(source.file, "The file would become larger than 1 MiB.", "shorten the text");
}

function hasComments(before: SourceFile, after: SourceFile, gone: readonly string[]): boolean {
  const left = commentsOf(after);
  return commentsOf(before).every((comment) => {
    const at = left.indexOf(comment);
    if (at !== -1) left.splice(at, 1);
    return at !== -1 || gone.some((text) => text.includes(comment));
  });
}
