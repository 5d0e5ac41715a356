// A file and what changes in it → the file with that: it is parsed and compared with what was meant before it is returned.

import { isDeepStrictEqual } from "node:util";
import { parseSource } from "../content/sources/parse-source.ts";
import { MAX_SOURCE_BYTES, type SourceFile } from "../content/sources/read-source.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { rawWith } from "./line-ends.ts";
import { commentsOf, type OpenFile, sourceOfRaw } from "./open-file.ts";
import { IN_EDITOR, refused } from "./rewrite-problems.ts";
import { type Splice, spliced } from "./splice.ts";

/** EDIT_REFUSED where the file would not have these values, or would lose a comment that is not in the lines that go. */
export function rewriteFile(
  { raw: before, source, text }: OpenFile,
  splices: readonly Splice[],
  values: unknown,
  goneLines: readonly string[] = [],
): string | Diagnostic {
  const raw = rawWith(before, spliced(text, splices));
  const rewritten = sourceOfRaw(source, raw);
  const isMeant = isDeepStrictEqual(parseSource(rewritten).data, values) && hasComments(source, rewritten, goneLines);
  if (!isMeant) return refused(source.file, "These values cannot be written into the file as it is.", IN_EDITOR);
  if (Buffer.byteLength(raw) <= MAX_SOURCE_BYTES) return raw;
  return refused(source.file, "The file would become larger than 1 MiB.", "shorten the text");
}

function hasComments(before: SourceFile, after: SourceFile, goneLines: readonly string[]): boolean {
  const comments = commentsOf(after);
  return commentsOf(before).every((comment) => {
    const index = comments.indexOf(comment);
    if (index !== -1) comments.splice(index, 1);
    return index !== -1 || goneLines.some((lines) => lines.includes(comment));
  });
}
