// What a form sends: its own fields, and what the site's pages add to them.
import { type ContactEmailRequest, splitName } from "../../relay/contract.ts";
import type { FormData } from "../model/forms.ts";
import { composeMessage, type FormValues, typedIn } from "./form-values.ts";

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
