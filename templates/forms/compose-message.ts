import type { FormData, FormField } from "../model/forms.ts";
import { type FormValues, shownValue, typedIn } from "./form-values.ts";

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
