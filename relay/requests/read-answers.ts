// What a form asks beyond the fields of the contract: checked where the page was built with our definition of the forms. What a newer or older
// page sends is kept under the field's name.
import { FIELD_LIMITS, type FieldDefinition, OWN_FIELD_NAME, OWN_FIELDS } from "../contract.ts";
import type { FieldProblem } from "../errors.ts";
import { normaliseAddress, normaliseLine } from "../text/fold-text.ts";
import { normaliseText } from "../text/normalise-text.ts";
import { type AnswerValue, checkValue, choicesOf, isEmptyAnswer, tooLong } from "./check-value.ts";
import type { FieldAnswer } from "./submission.ts";

/** Whether the page was built with our definition or another one, or the caller knows of none. */
export type Origin = "same" | "other" | "unmodified";

/**
 * `own`: what the body has beyond the fields of the contract. `unknown`: how many fields the form does not have; `leftOut`: of these, how many
 * are not kept.
 */
export function readAnswers(
  own: readonly (readonly [name: string, value: unknown])[],
  asked: readonly FieldDefinition[],
  origin: Origin,
) {
  const types = new Map(asked.map(({ name, type }) => [name, type]));
  const values = new Map(own.map(([name, value]) => [name, readValue(types.get(name) ?? "lines", value)]));
  const problems: FieldProblem[] = [];
  const fields = asked.filter(({ name }) => !Object.hasOwn(FIELD_LIMITS, name));
  const declared = fields.flatMap((field): FieldAnswer[] => {
    const value = asType(field, values.get(field.name) ?? "");
    const message = origin === "same" ? checkValue(field, value) : tooLong(value, OWN_FIELDS.characters);
    if (message !== null) problems.push({ field: field.name, message });
    return isEmptyAnswer(value) ? [] : [answerTo(field, value)];
  });
  for (const { name } of fields) values.delete(name);
  const others = readUnknown([...values], OWN_FIELDS.count - declared.length, origin);
  return { ...others, answers: [...declared, ...others.answers], problems: [...problems, ...others.problems] };
}

/** Fields that the form does not have: an unmodified caller is not refused for one that cannot be kept, as it never was. */
function readUnknown(entries: readonly (readonly [string, AnswerValue])[], mostKept: number, origin: Origin) {
  const answers: FieldAnswer[] = [];
  const problems: FieldProblem[] = [];
  let leftOut = 0;
  for (const [name, value] of entries) {
    if (isEmptyAnswer(value)) continue;
    const message =
      tooLong(value, OWN_FIELDS.characters) ??
      (answers.length >= mostKept ? `is one of more than ${OWN_FIELDS.count} fields of the form's own` : null);
    const isKept = OWN_FIELD_NAME.test(name) && message === null;
    if (isKept) answers.push({ name, label: name, type: typeOf(value), value, unknown: true });
    else if (OWN_FIELD_NAME.test(name) && message !== null && origin !== "unmodified")
      problems.push({ field: name, message });
    else leftOut += 1;
  }
  return { answers, problems, unknown: answers.length + leftOut, leftOut };
}

/** A text; a number or a boolean as JSON writes it. Null for what is no single text. */
export const plainAnswer = (value: unknown): string | null =>
  ["string", "number", "boolean"].includes(typeof value) ? String(value) : null;

/** What was typed into a field, as it is stored. */
export function normaliseTyped(type: FieldDefinition["type"], text: string): string {
  if (type === "email") return normaliseAddress(text);
  return ["lines", "choice", "choices", "consent"].includes(type) ? normaliseText(text) : normaliseLine(text);
}

/** Text, or texts, as they are kept; whatever else a caller sends is kept as JSON writes it. */
function readValue(type: FieldDefinition["type"], value: unknown): AnswerValue {
  if (value === null || value === undefined) return "";
  const items = Array.isArray(value) ? value.map(plainAnswer) : [];
  if (!Array.isArray(value) || items.includes(null))
    return normaliseTyped(type, plainAnswer(value) ?? JSON.stringify(value));
  return [...new Set(items.map((item) => normaliseTyped(type, item ?? "")))].filter((text) => text !== "");
}

/** A list of one is that one, where the field has one answer. */
function asType({ type }: FieldDefinition, value: AnswerValue): AnswerValue {
  if (type === "choices") return isEmptyAnswer(value) ? value : choicesOf(value);
  return typeof value !== "string" && value.length === 1 ? (value[0] ?? "") : value;
}

function typeOf(value: AnswerValue): FieldAnswer["type"] {
  if (typeof value !== "string") return "choices";
  return value.includes("\n") ? "lines" : "text";
}

function answerTo(field: FieldDefinition, value: AnswerValue): FieldAnswer {
  const { name, label, type } = field;
  if (type === "consent") return { name, label, type, value, wording: choicesOf(value).join("\n") };
  const optionText = shownAs(field, value);
  return { name, label, type, value, ...(optionText === value ? {} : { shown: optionText }) };
}

/** What was chosen, as the visitor read it; the value itself where nothing was written otherwise. */
export function shownAs({ options = [] }: Pick<FieldDefinition, "options">, value: AnswerValue): AnswerValue {
  const labels = new Map(options.map((option) => [normaliseText(option.value), option.label]));
  if (choicesOf(value).every((each) => (labels.get(each) ?? each) === each)) return value;
  return typeof value === "string" ? (labels.get(value) ?? value) : value.map((each) => labels.get(each) ?? each);
}
