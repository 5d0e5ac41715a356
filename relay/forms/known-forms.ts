import { FORM_NAMES, type FormsDefinition } from "../contract.ts";

/** Those of the specification, which callers may send whatever the site has, and those of the definition. */
export const knownForms = ({ forms }: FormsDefinition): readonly string[] => [
  ...new Set([...FORM_NAMES, ...Object.keys(forms)]),
];

export const isKnownForm = (definition: FormsDefinition, form: string) => knownForms(definition).includes(form);
