// The problems that prevent a form from being sent, field by field. Pure: the same values on the same day give the same answer.

import type { FormField } from "eventsite/kit";
import { charactersLeft } from "./characters-left.ts";
import { type Entered, type FormShape, fieldNamed, hasBoxes, isFilled, typedIn, valueIn } from "./form-values.ts";

type ProblemKind =
  | "missing"
  | "email"
  | "number"
  | "tooSmall"
  | "tooLarge"
  /** None of several boxes is ticked. */
  | "notChosen"
  /** A consent is not given. */
  | "notTicked"
  | "date"
  | "pastDate"
  | "tooLong"
  /** The relay did not take the value. */
  | "refused";

export interface FieldProblem {
  readonly field: string;
  readonly kind: ProblemKind;
  /** "tooLong": how many characters too many. "tooSmall", "tooLarge": the least and the most that is taken. */
  readonly count?: number;
  /** "refused": why, as the relay says it of the field: "is not an email address". */
  readonly reason?: string;
}

/** At most one problem a field, in the order of the fields. `today` is a day such as "2026-11-21". */
export function findProblems(form: FormShape, entered: Entered, today: string): readonly FieldProblem[] {
  return form.fields.flatMap((field) => problemOf(form, field, entered, today) ?? []);
}

/** Whether a required field is still without a value, so that the form's own notice is due. */
export const isIncomplete = (form: FormShape, { values }: Entered, problems: readonly FieldProblem[]): boolean =>
  problems.some(({ field: name }) => fieldNamed(form.fields, name)?.required && !isFilled(valueIn(values, name)));

function problemOf(
  form: FormShape,
  field: FormField,
  { values, unreadable }: Entered,
  today: string,
): FieldProblem | undefined {
  const { name, input, required } = field;
  const value = typedIn(values, name);
  const problem = (kind: ProblemKind, count?: number): FieldProblem => ({ field: name, kind, count });
  if (unreadable.has(name)) return problem(input === "date" ? "date" : "number");
  if (!isFilled(valueIn(values, name))) return required ? problem(MISSING[input] ?? "missing") : undefined;
  if (hasBoxes(field)) return undefined;
  const room = charactersLeft(form, values, name);
  if (room < 0) return problem("tooLong", -room);
  switch (input) {
    case "email":
      return EMAIL.test(value) ? undefined : problem("email");
    case "number":
      if (!/^-?\d+$/.test(value)) return problem("number");
      if (Number(value) < field.min) return problem("tooSmall", field.min);
      return Number(value) > (field.max ?? Infinity) ? problem("tooLarge", field.max) : undefined;
    case "date":
      // Browsers take years of up to six digits.
      if (!/^\d{4}-\d\d-\d\d$/.test(value)) return problem("date");
      return value < today ? problem("pastDate") : undefined;
    default:
      return undefined;
  }
}

const MISSING: Readonly<Partial<Record<FormField["input"], ProblemKind>>> = {
  checkboxes: "notChosen",
  consent: "notTicked",
};

/** What browsers take for an address in a field of type email (HTML standard, "valid email address"). */
const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;
