// The four forms as the relay knows them by itself, from the words of its mails: what mails show where no definition is given. Nothing is
// checked against it, since no page is built with it.
import { hash } from "node:crypto";
import {
  FIELD_LIMITS,
  type FieldDefinition,
  type FieldName,
  type FieldType,
  FORM_NAMES,
  type FormDefinition,
  type FormsDefinition,
} from "../contract.ts";
import type { MailWords } from "./mail-words.ts";

/** Whatever a form asks under these names; the others are text. */
export const CONTRACT_TYPES: Readonly<Partial<Record<FieldName, FieldType>>> = {
  email: "email",
  phone: "phone",
  message: "lines",
};

export function ownDefinition(words: Pick<MailWords, "fields" | "values" | "team">): FormsDefinition {
  const { kinds } = words.team;
  const names = new Set([...FORM_NAMES, ...Object.keys(kinds), ...Object.keys(words.values)]);
  const forms = Object.fromEntries(
    [...names].map((form): [string, FormDefinition] => {
      const title = (Object.hasOwn(kinds, form) && (kinds as Record<string, string>)[form]) || form;
      return [form, { title, fields: fieldsOf(words, form) }];
    }),
  );
  return { version: 1, hash: definitionHash(forms), forms };
}

function fieldsOf({ fields, values }: Pick<MailWords, "fields" | "values">, form: string): FieldDefinition[] {
  const labels = Object.hasOwn(values, form) ? values[form] : undefined;
  return (Object.keys(FIELD_LIMITS) as FieldName[]).map((name) => {
    const options = Object.entries((labels && Object.hasOwn(labels, name) && labels[name]) || {});
    const common = {
      name,
      label: fields[name],
      required: name === "firstName" || name === "email",
      limit: FIELD_LIMITS[name],
    };
    return options.length === 0
      ? { ...common, type: CONTRACT_TYPES[name] ?? "text" }
      : { ...common, type: "choice", options: options.map(([value, label]) => ({ value, label })) };
  });
}

/** The first 16 hexadecimal digits of the SHA-256 of `JSON.stringify(forms)`. */
export const definitionHash = (forms: FormsDefinition["forms"]): string =>
  hash("sha256", JSON.stringify(forms), "hex").slice(0, 16);
