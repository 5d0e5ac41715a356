// The elements of a form's fields: one for most of them, a box for each of several choices.

import type { FormField } from "eventsite/kit";
import { cleanAddress, cleanLine, cleanLines } from "../../../relay/contract.ts";
import { asciiAddress } from "../values/email-address.ts";
import { type Entered, type FormValue, type FormValues, hasBoxes } from "../values/form-values.ts";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Every declared field is rendered, so a missing one is a fault of the program. */
export function controlsOf(form: HTMLFormElement, name: string): Control[] {
  const element = form.elements.namedItem(name);
  return (element instanceof RadioNodeList ? [...element] : [element]) as Control[];
}

/** The first element of a field: it gets the focus. */
export const controlOf = (form: HTMLFormElement, name: string): Control => controlsOf(form, name)[0] as Control;

const boxesOf = (form: HTMLFormElement, { name }: FormField) => controlsOf(form, name) as HTMLInputElement[];

function readValue(form: HTMLFormElement, field: FormField): FormValue {
  if (!hasBoxes(field)) return cleaned(field, controlOf(form, field.name).value).trim();
  const ticked = boxesOf(form, field).flatMap(({ checked, value }) => (checked ? [value] : []));
  return field.input === "consent" ? (ticked[0] ?? "") : ticked;
}

/** Without what nobody sees, by the relay's own rule: pasted addresses and numbers often have some of it. */
function cleaned({ input }: FormField, typed: string): string {
  if (input === "textarea") return cleanLines(typed);
  return input === "email" ? asciiAddress(cleanAddress(typed).trim()) : cleanLine(typed);
}

export function readEntered(form: HTMLFormElement, fields: readonly FormField[]): Entered {
  const unreadable = fields.filter(({ name }) => controlOf(form, name).validity.badInput);
  return {
    values: Object.fromEntries(fields.map((field) => [field.name, readValue(form, field)])),
    unreadable: new Set(unreadable.map(({ name }) => name)),
  };
}

/** Empties the fields that still hold the given values; what was entered since stays, and the caret with it. */
export function emptyUnchanged(form: HTMLFormElement, fields: readonly FormField[], values: FormValues): void {
  for (const field of fields) {
    const value = values[field.name] ?? "";
    if (value.length === 0 || String(readValue(form, field)) !== String(value)) continue;
    if (hasBoxes(field)) for (const box of boxesOf(form, field)) box.checked = false;
    else controlOf(form, field.name).value = "";
  }
}

/** Fills in what is not filled in yet: what the visitor or the browser has entered meanwhile takes precedence. */
export function fillEmpty(form: HTMLFormElement, fields: readonly FormField[], values: FormValues): void {
  for (const field of fields) {
    const value = values[field.name] ?? "";
    if (readValue(form, field).length > 0) continue;
    if (hasBoxes(field)) for (const box of boxesOf(form, field)) box.checked = value.includes(box.value);
    else controlOf(form, field.name).value = String(value);
  }
}
