// What a visitor has entered, as data: the form's fields as declared, the value of each, and the request that is made of them.

import type { FormField } from "eventsite/kit";
import { type ContactEmailRequest, splitName } from "../../../relay/contract.ts";
import type { FormData } from "../../model/forms.ts";

/** A field with the characters it takes at most. */
export type LimitedField = FormField & { readonly limit: number };

/** Text as typed but trimmed at both ends, the values of the ticked boxes, or the wording of a consent that is given. Empty otherwise. */
export type FormValue = string | readonly string[];

/** By the field's name in the form; "name" is a whole name, which is sent as two. */
export type FormValues = Readonly<Record<string, FormValue>>;

export interface Entered {
  readonly values: FormValues;
  /** Fields with input that the browser cannot read, such as half a date; their value is "". */
  readonly unreadable: ReadonlySet<string>;
}

export const valueIn = (values: FormValues, name: string): FormValue => values[name] ?? "";

/** The text of a field; several choices are no text. */
export function typedIn(values: FormValues, name: string): string {
  const value = valueIn(values, name);
  return typeof value === "string" ? value : "";
}

export const isFilled = (value: FormValue): boolean => value.length > 0;

/** Whether its elements are boxes to tick. */
export const hasBoxes = ({ input }: FormField): boolean => input === "checkboxes" || input === "consent";

/** Whether the visitor types into it: such a field can be too long. */
export const isTyped = (field: FormField): boolean => field.input !== "select" && !hasBoxes(field);

export const fieldNamed = <Field extends FormField>(fields: readonly Field[], name: string): Field | undefined =>
  fields.find((field) => field.name === name);

/** The words of a value: options as visitors read them, any other value itself. */
function wordsOf(field: FormField | undefined, value: FormValue): string {
  const options = field && "options" in field ? field.options : [];
  const labelOf = (each: string) => options.find((option) => option.value === each)?.label ?? each;
  return [value].flat().map(labelOf).join(", ");
}

type ComposedMessage = NonNullable<FormData["composedMessage"]>;

/** The answers of a form as one text for the team: its heading, a line for each answer, and where it came from. */
export function composeMessage(
  { heading, lines, note }: ComposedMessage,
  fields: readonly FormField[],
  values: FormValues,
): string {
  const answers = lines.map(
    ({ label, field: name, empty = "" }) =>
      `${label}: ${wordsOf(fieldNamed(fields, name), valueIn(values, name)) || empty}`,
  );
  return [heading, "", ...answers, "", note].join("\n");
}

/** The part of a form's declaration that decides what is sent. */
export interface FormShape extends Pick<FormData, "form" | "composedMessage"> {
  readonly fields: readonly LimitedField[];
  readonly definition: string;
}

interface Circumstances {
  /** The route the request is sent from. */
  readonly page: string;
  /** The value of the field that people do not see. */
  readonly website: string;
  readonly elapsedMs: number;
}

/**
 * Every field of the form, in its order; a whole name as two, and the message composed where the form says so. Choices and consents are
 * sent only where they were made.
 */
export function requestBody(
  { form, definition, fields, composedMessage }: FormShape,
  values: FormValues,
  { page, website, elapsedMs }: Circumstances,
): ContactEmailRequest {
  const sent: Record<string, FormValue> = {};
  for (const field of fields) {
    const { name } = field;
    const value = valueIn(values, name);
    if (name === "name") Object.assign(sent, splitName(typedIn(values, name)));
    else if (isFilled(value) || !hasBoxes(field)) sent[name] = value;
  }
  if (composedMessage) sent.message = composeMessage(composedMessage, fields, values);
  // The relay takes no request without these two; the build has checked that the form has them.
  const { firstName = "", email = "" } = sent as Record<string, string>;
  return { ...sent, firstName, email, form, definition, page, website, elapsedMs };
}
