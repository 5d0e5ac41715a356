// The forms of a relay that has no document of a site: those of the call's contract, with its fields as plain text.
import { FIELD_LIMITS, type FieldName, FORM_NAMES, type FormsDefinition } from "../contract.ts";
import { definitionOf } from "../forms/forms-definition.ts";
import { CONTRACT_FIELDS } from "./submission.ts";

/** In the order of mails. */
export const OWN_LABELS: Readonly<Record<FieldName, string>> = {
  firstName: "First name",
  lastName: "Last name",
  email: "Email",
  phone: "Phone",
  company: "Company",
  eventType: "Event type",
  attendees: "Attendees",
  budgetRange: "Budget",
  preferredDate: "Preferred date",
  message: "Message",
};

const fields = CONTRACT_FIELDS.map(({ name, type, required }) => ({
  name,
  type,
  label: OWN_LABELS[name],
  required,
  limit: FIELD_LIMITS[name],
}));

const titleOf = (form: string): string => `${form.charAt(0).toUpperCase()}${form.slice(1)} request`;

export const OWN_FORMS: FormsDefinition = definitionOf(
  Object.fromEntries(FORM_NAMES.map((form) => [form, { title: titleOf(form), fields }])),
);
