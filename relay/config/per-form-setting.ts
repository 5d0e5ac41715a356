// A setting with a value of its own for each form that has a variable of its own.

import type { FormsDefinition } from "../contract.ts";
import type { Report } from "../errors.ts";
import { isKnownForm, knownForms } from "../forms/known-forms.ts";
import type { PerForm } from "../forms/per-form.ts";
import { type Environment, textOf } from "./environment.ts";
import { readValue, type Values } from "./read-values.ts";
import { type FormSetting, formOfVariable, VARIABLES } from "./variables.ts";

/** `definition`: of the forms that there are; null where an address is asked for it when the relay has started. */
export function readPerForm<Setting extends FormSetting>(
  setting: Setting,
  environment: Environment,
  general: Values[Setting],
  definition: FormsDefinition | null,
  report: Report,
): PerForm<Values[Setting]> {
  const formValues = Object.keys(environment).flatMap((name) => {
    const variable = formOfVariable(name);
    if (variable?.setting !== setting || textOf(environment, name) === undefined) return [];
    if (definition !== null) reportUnknownForm(name, variable.form, definition, report);
    const value = readValue(environment, name, VARIABLES[`${setting}_<FORM>`], report) as Values[Setting] | null;
    return [[variable.form, value ?? general] as const];
  });
  return { general, forms: Object.fromEntries(formValues) };
}

function reportUnknownForm(name: string, form: string, definition: FormsDefinition, report: Report): void {
  if (isKnownForm(definition, form)) return;
  report(name, `is for a form "${form}", which there is not`, `one of ${knownForms(definition).join(", ")}`);
}
