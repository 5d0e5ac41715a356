// What the site's forms ask, in the relay's words: a part of /forms.json, and named in every request by its digest.
import {
  FIELD_LIMITS,
  type FieldDefinition,
  type FieldType,
  type FormDefinition,
  type FormsDefinition,
} from "../../relay/contract.ts";
import { limitOf } from "./form-field-limits.ts";
import type { FormField } from "./form-fields.ts";
import type { FormHead } from "./form-head.ts";
import type { Listed, SiteView } from "./site-view.ts";

/** A site with a collection "forms", however much more its forms hold. */
interface Site extends Pick<SiteView, "digest"> {
  list(collection: "forms"): readonly Listed<FormHead>[];
}

/** Cached by the list of forms, which is the same object as long as nothing changes: each page with a form needs it. */
const definitions = new WeakMap<object, FormsDefinition>();

export function formsDefinition(site: Site): FormsDefinition {
  const listed = site.list("forms");
  const definition = definitions.get(listed) ?? define(listed, site.digest);
  definitions.set(listed, definition);
  return definition;
}

function define(listed: readonly Listed<FormHead>[], digest: Site["digest"]): FormsDefinition {
  const byName = listed.map(({ data }) => [data.form, formDefinition(data)] as const);
  const forms = Object.fromEntries(byName.sort(([a], [b]) => (a < b ? -1 : 1)));
  return { version: 1, hash: digest(forms), forms };
}

const formDefinition = ({ form, title, fields }: FormHead): FormDefinition => ({
  title: line(title ?? titleOf(form)),
  fields: fields.flatMap(fieldDefinitions),
});

/** "product-demo" → "Product demo request". */
const titleOf = (form: string): string =>
  `${form.charAt(0).toUpperCase()}${form.slice(1).replaceAll("-", " ")} request`;

const TYPES: Readonly<Record<FormField["input"], FieldType>> = {
  text: "text",
  textarea: "lines",
  email: "email",
  tel: "phone",
  date: "date",
  number: "number",
  select: "choice",
  checkboxes: "choices",
  consent: "consent",
};

/** Names are one line of at most 500 characters to the relay, for subjects of mails and heads of tables. */
const line = (words: string): string =>
  words
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, 500);

/** A whole name is two fields of the request; the second may be empty, since a single word is a name too. */
function fieldDefinitions(field: FormField): FieldDefinition[] {
  const { name, required, input } = field;
  const label = line(field.label);
  if (name === "name")
    return (["firstName", "lastName"] as const).map((part) => ({
      name: part,
      type: "text",
      label,
      required: required && part === "firstName",
      limit: FIELD_LIMITS[part],
    }));
  return [{ name, type: TYPES[input], label, required, limit: limitOf(field), ...details(field) }];
}

function details(field: FormField): Partial<FieldDefinition> {
  switch (field.input) {
    case "select":
    case "checkboxes":
      return { options: field.options.map(({ value, label }) => ({ value, label: line(label) })) };
    case "number":
      return { min: field.min, ...(field.max !== undefined && { max: field.max }) };
    case "consent":
      return { wording: field.wording };
    default:
      return {};
  }
}
