// What a visitor has entered, as data: the form's fields as declared, and the text that stands in each.
import type { FormField } from "../model/forms.ts";

/** A field's name in the form; "name" is a whole name, which is sent as two. */
export type InputName = FormField["name"];

/** Text by field, as typed but trimmed at both ends; "" where a field is empty. */
export type FormValues = Readonly<Partial<Record<InputName, string>>>;

export interface Entered {
  readonly values: FormValues;
  /** Fields in which something stands that the browser cannot read, such as half a date; their value is "". */
  readonly unreadable: ReadonlySet<InputName>;
}

export const typedIn = (values: FormValues, name: InputName): string => values[name] ?? "";

/** The words of a value: a select's option as visitors read it, any other value itself. */
export function shownValue(field: FormField | undefined, value: string): string {
  if (field?.input !== "select") return value;
  return field.options.find((option) => option.value === value)?.label ?? value;
}
