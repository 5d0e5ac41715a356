// A content file as a CMS has written it, and its text in a revision → the text of the revision, with only the differing values changed. Pure.

import { isUtf8 } from "node:buffer";
import type { JsonSchema } from "../../../templates/kit/for-build/index.ts";
import type { SourceRef } from "../../content/sources/list-sources.ts";
import { parseSource } from "../../content/sources/parse-source.ts";
import { type Diagnostic, isError } from "../../diagnostics/diagnostic.ts";
import { meantValues, valuesAsSent } from "../../edit/cms/form-values.ts";
import { AS_IN_FILE } from "../../edit/cms/markdown-texts.ts";
import { commentsOf, sourceOfRaw } from "../../rewrite/open-file.ts";
import { editValues } from "../../rewrite/rewrite-values.ts";
import { onlyIn } from "../diff/compare/sequence-diff.ts";

export interface WrittenFile {
  readonly ref: SourceRef;
  /** The schema of its entry. */
  readonly schema: JsonSchema;
  /** The name of the revision of `before`. */
  readonly since: string;
}

/** Returns RESTORE_LEFT with the reason if the file cannot be restored. */
export function restoreText(file: WrittenFile, before: Buffer, now: string): string | Diagnostic {
  const { ref, schema, since } = file;
  if (!isUtf8(before) || before.includes(0)) return left(ref.file, `it was no text in UTF-8 in ${since}`);
  const was = before.toString("utf8");
  const formerSource = sourceOfRaw(ref, was);
  const currentSource = sourceOfRaw(ref, now);
  const former = parseSource(formerSource);
  const current = parseSource(currentSource);
  const mistakes = current.diagnostics.filter(isError);
  // A text with a hidden character is a value, too.
  const isRead = mistakes.every(({ code }) => code === "SOURCE_HIDDEN_CHARACTER");
  if (!current.data || !isRead) return unreadable(ref.file, "it cannot be read", mistakes);
  if (!former.data) return left(ref.file, `it could not be read in ${since}`);
  const [newComment] = onlyIn(commentsOf(currentSource), commentsOf(formerSource));
  if (newComment !== undefined)
    return left(
      ref.file,
      `it has a comment that ${since} does not have (${newComment}), so it was written by hand`,
      "nothing has to be done where it is as you want it",
    );
  const values = meantValues(valuesAsSent(current.data, schema), former.data, schema, AS_IN_FILE);
  const restored = editValues(ref, was, values as Readonly<Record<string, unknown>>);
  if (typeof restored === "string") return restored;
  return left(ref.file, `its values cannot be written into the file of ${since}. ${restored.message}`);
}

function unreadable(file: string, what: string, [problem]: readonly Diagnostic[] = []): Diagnostic {
  if (!problem) return left(file, what);
  const { line, column, hint, message } = problem;
  return { ...left(file, `${what}. ${message}`), line, column, hint };
}

const BY_HAND = "its comments and its order are in git: bring back by hand what is missing";

export function left(file: string, reason: string, hint = BY_HAND): Diagnostic {
  const message = `This file is left as it is: ${reason.replace(/\.$/, "")}.`;
  return { code: "RESTORE_LEFT", severity: "warning", message, file, hint };
}
