// What a submission says, field by field, as people read it: the one place where names become labels and values become words.
import type { FieldDefinition, FieldName, FieldType, FormDefinition, FormsDefinition } from "../contract.ts";
import { telephoneLink } from "../text/phone-number.ts";
import { OWN_LABELS } from "./own-forms.ts";
import { shownAs } from "./read-answers.ts";
import { CONTRACT_TYPES, FIELD_NAMES, type FieldAnswer, type NewSubmission } from "./submission.ts";

export interface ShownField {
  readonly name: string;
  readonly label: string;
  readonly type: FieldType;
  /** Several choices are separated by semicolons. */
  readonly text: string;
  /** The relay knows it by its name alone. */
  readonly isUnknown: boolean;
}

type FormAnswers = Pick<NewSubmission, "form" | "fields" | "answers">;

/** What was filled in, in the order of the form; then what the form does not have. */
export function shownFields(request: FormAnswers, forms: FormsDefinition): ShownField[] {
  const definitions = new Map(formOf(forms, request.form)?.fields.map((field) => [field.name, field]));
  // The form may have one field for the whole name.
  const isOneField =
    definitions.has("lastName") && definitions.get("firstName")?.label === definitions.get("lastName")?.label;
  const fields = isOneField ? withWholeName(request) : request.fields;
  const contract = FIELD_NAMES.filter((name) => fields[name] !== "").map((name) => {
    const field = definitions.get(name);
    const type = CONTRACT_TYPES[name] ?? field?.type ?? "text";
    return shownField({ name, label: OWN_LABELS[name], type, value: fields[name] }, field);
  });
  // What was answered is shown as the visitor read it; a field that the relay has learned of since has its label by now.
  const answers = request.answers.map((answer) =>
    shownField(answer, answer.unknown ? definitions.get(answer.name) : undefined),
  );
  const order = [...definitions.keys()];
  const placeOf = ({ name }: ShownField) => (definitions.has(name) ? order.indexOf(name) : order.length);
  return [...contract, ...answers].sort((a, b) => placeOf(a) - placeOf(b));
}

const withWholeName = ({ fields }: FormAnswers): FormAnswers["fields"] =>
  fields.lastName === ""
    ? fields
    : { ...fields, firstName: `${fields.firstName} ${fields.lastName}`.trim(), lastName: "" };

/** One field of the contract as people read it; empty where it is. */
export const shownText = (
  { form, fields }: Pick<FormAnswers, "form" | "fields">,
  name: FieldName,
  forms: FormsDefinition,
) => answerText(shownAs(formOf(forms, form)?.fields.find((field) => field.name === name) ?? {}, fields[name]));

/** The address that a click on a field opens; null where there is none. `value`: the field's text on one line. */
export function linkOf({ type }: ShownField, value: string): string | null {
  if (type === "email") return `mailto:${encodeURI(value).replace(/[?&#]/g, encodeURIComponent)}`;
  return type === "phone" ? telephoneLink(value) : null;
}

/** What requests of a form are called. */
export const titleOf = (forms: FormsDefinition, form: string): string => formOf(forms, form)?.title ?? form;

const formOf = ({ forms }: FormsDefinition, form: string): FormDefinition | undefined =>
  Object.hasOwn(forms, form) ? forms[form] : undefined;

/** `field`: what it is called in the form as it is now, where that counts. */
function shownField(answer: FieldAnswer, field: FieldDefinition | undefined): ShownField {
  const { name, label, type, value, shown = value, unknown = false } = answer;
  if (field === undefined) return { name, label, type, text: answerText(shown), isUnknown: unknown };
  const text = answerText(shownAs(field, value));
  return { name, label: field.label, type: unknown ? field.type : type, text, isUnknown: false };
}

const answerText = (value: string | readonly string[]): string =>
  typeof value === "string" ? value : value.join("; ");
