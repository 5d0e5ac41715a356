// The mistakes of an entry that its form has to correct before it is saved, each with its field.

import type { SourceFile } from "../../content/sources/read-source.ts";
import { openDocument } from "../../content/sources/source-document.ts";
import { isError, sentenceOf } from "../../diagnostics/diagnostic.ts";
import { PostRefusal } from "../../serve/own-post.ts";
import { isKnownIn, type SiteRules } from "../text/site-rules.ts";
import { fieldOfLine } from "./field-of-line.ts";
import { labelOfPath } from "./form-placeholders.ts";

/** Throws PostRefusal. Mistakes that were there before are no reason to refuse. */
export function refuseMistakes(file: SourceFile, before: SourceFile | undefined, rules: SiteRules): void {
  const isKnown = isKnownIn(before, rules);
  const mistakes = rules.check(file).filter((each) => isError(each) && !isKnown(each));
  if (mistakes.length === 0) return;
  const document = openDocument(file);
  const sentences = mistakes.map(
    (each) => `${labelOfPath(fieldOfLine(document, each.line ?? 1))}: ${sentenceOf(each)}`,
  );
  throw new PostRefusal(422, `Not saved. ${sentences.join(" ")}`);
}
