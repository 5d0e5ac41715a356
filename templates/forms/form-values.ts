// What a visitor has entered, as data: the form's fields as declared, the text in each, and the request that is made of them.
import { type ContactEmailRequest, splitName } from "../../relay/contract.ts";
import type { FormData, FormField } from "../model/forms.ts";

/** A field's name in the form; "name" is a whole name, which is sent as two. */
export type InputName = FormField["name"];

/** Text by field, as typed but trimmed at both ends; "" where a field is empty. */
export type FormValues = Readonly<Partial<Record<InputName, string>>>;

export interface Entered {
  readonly values: FormValues;
  /** Fields with input that the browser cannot read, such as half a date; their value is "". */
  readonly unreadable: ReadonlySet<InputName>;
}

export const typedIn = (values: FormValues, name: InputName): string => values[name] ?? "";

/** The words of a value: a select's option as visitors read it, any other value itself. */
export function shownValue(field: FormField | undefined, value: string): string {
  if (field?.input !== "select") return value;
  return field.options.find((option) => option.value === value)?.label ?? value;
}

export type ComposedMessage = NonNullable<FormData["composedMessage"]>;

/** The answers of a form as one text for the team: its heading, a line for each answer, and where it came from. */
export function composeMessage(
  { heading, lines, note }: ComposedMessage,
  fields: readonly FormField[],
  values: FormValues,
): string {
  const answers = lines.map(({ label, field: name, empty = "" }) => {
    const field = fields.find((each) => each.name === name);
    return `${label}: ${shownValue(field, typedIn(values, name)) || empty}`;
  });
  return [heading, "", ...answers, "", note].join("\n");
}

/** The part of a form's declaration that decides what is sent. */
export type FormShape = Pick<FormData, "form" | "fields" | "composedMessage">;

export interface Circumstances {
  /** The route the request is sent from. */
  readonly page: string;
  /** The value of the field that people do not see. */
  readonly website: string;
  readonly elapsedMs: number;
}

/** Every field of the form as text, in its order; a whole name as two, and the message composed where the form says so. */
export function requestBody(
  { form, fields, composedMessage }: FormShape,
  values: FormValues,
  { page, website, elapsedMs }: Circumstances,
): ContactEmailRequest {
  const sent: Record<string, string> = {};
  for (const { name } of fields) {
    if (name === "name") Object.assign(sent, splitName(typedIn(values, name)));
    else sent[name] = typedIn(values, name);
  }
  if (composedMessage) sent.message = composeMessage(composedMessage, fields, values);
  // The relay asks for these two and says so itself where a form does not have them.
  const { firstName = "", email = "" } = sent;
  return { ...sent, firstName, email, form, page, website, elapsedMs };
}
