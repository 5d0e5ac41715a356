// The words of a form, filled in.
import type { FormField } from "../model/forms.ts";
import { fillBlanks } from "./fill-blanks.ts";
import type { Problem } from "./find-problems.ts";
import type { FormWords } from "./form-props.ts";

/** The words for a problem, the same beside the field and in the list on top of the form. */
export function problemText({ kind, field: name, count = 0 }: Problem, fields: readonly FormField[], words: FormWords) {
  const label = fields.find((field) => field.name === name)?.label ?? "";
  return fillBlanks(words.form[kind], { label, count });
}
