// Between a form's elements and their values.
import type { FormField } from "../model/forms.ts";
import type { Entered, FormValues, InputName } from "./form-values.ts";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The element of a field. Every declared field is rendered, so a missing one is a fault of the program. */
export function controlOf(form: HTMLFormElement, name: string): Control {
  return form.elements.namedItem(name) as Control;
}

export function readEntered(form: HTMLFormElement, fields: readonly FormField[]): Entered {
  const entries = fields.map(({ name }) => [name, controlOf(form, name).value.trim()] as const);
  const unreadable = fields.filter(({ name }) => controlOf(form, name).validity.badInput);
  return { values: Object.fromEntries(entries), unreadable: new Set<InputName>(unreadable.map(({ name }) => name)) };
}

/** Empties the fields that still hold the given values; what was typed since stays, and the caret with it. */
export function emptyUnchanged(form: HTMLFormElement, values: FormValues): void {
  for (const [name, value] of Object.entries(values)) {
    const control = controlOf(form, name);
    if (value !== "" && control.value.trim() === value) control.value = "";
  }
}

/** Fills in what is not filled in yet: what the visitor or the browser has entered meanwhile takes precedence. */
export function fillEmpty(form: HTMLFormElement, values: FormValues): void {
  for (const [name, value] of Object.entries(values)) {
    const control = controlOf(form, name);
    if (control.value === "") control.value = value;
  }
}
