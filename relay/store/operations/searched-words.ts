// The text of a submission as searches compare it. A column beside the payload holds it, so that the database alone leaves out what does not
// match: an index of substrings would need an extension, and one of words would not find parts of them.
import type { NewSubmission } from "../../requests/submission.ts";
import { foldBlanks, foldText } from "../../text/fold-text.ts";

/** What a person reads: the fields, the page and the answers. */
function searchedText({ fields, page, answers }: NewSubmission): string {
  const answered = answers.flatMap(({ value, shown = [] }) => [value, shown].flat());
  return foldBlanks(foldText([...Object.values(fields), page ?? "", ...answered].join(" \n ")));
}

/** With phone numbers as digits alone. */
const withoutSeparators = (text: string): string => text.replace(/(?<=\d)[\s().+/-]+(?=\d)/g, "");

/** The text, and behind a line break, which no term has, its phone numbers as digits alone. */
export function searchedWords(submission: NewSubmission): string {
  const text = searchedText(submission);
  const numbers = withoutSeparators(text).match(/\d{6,}/g) ?? [];
  return storable([text, ...numbers].join("\n"));
}

/** A database takes neither NUL nor half a pair of surrogates. */
export const storable = (text: string): string => text.replace(/[\0\p{Cs}]/gu, "");
