// The maximum number of characters in a field, for the page and the published definition: by name for fields of the relay's contract, by kind for
// a form's own.

import { FIELD_LIMITS, type FieldName, OWN_FIELDS } from "../../relay/contract.ts";
import type { FormField } from "./form-fields.ts";

/** All others have 200. */
const OWN_LIMITS: Readonly<Partial<Record<FormField["input"], number>>> = {
  textarea: OWN_FIELDS.characters,
  email: 254,
  tel: 50,
  checkboxes: OWN_FIELDS.characters,
  consent: OWN_FIELDS.characters,
};

/** A whole name has the limit of a first name, because it is split into names. Several choices: together. */
export function limitOf({ name, input }: Pick<FormField, "name" | "input">): number {
  const contractName = name === "name" ? "firstName" : name;
  return Object.hasOwn(FIELD_LIMITS, contractName)
    ? FIELD_LIMITS[contractName as FieldName]
    : (OWN_LIMITS[input] ?? 200);
}
