// The value of RELAY_FORMS → where the definition is, and the one to begin with. A file that cannot be used is a mistake in the
// configuration; whether an address answers is seen at the start.

import type { FormsDefinition } from "../contract.ts";
import type { Report } from "../errors.ts";
import { FORMS_HINT } from "./create-forms.ts";
import { type FormsSource, readDefinitionFile, readFormsSource, UnreachableError } from "./forms-source.ts";
import { parseDefinition } from "./parse-definition.ts";

export interface GivenForms {
  readonly source: FormsSource;
  /** From the file, or the relay's own. */
  readonly first: FormsDefinition;
  /** Whether it is what RELAY_FORMS names. */
  readonly isRead: boolean;
}

export function readForms(text: string | undefined, own: FormsDefinition, report: Report): GivenForms {
  const fallback: GivenForms = { source: { type: "own" }, first: own, isRead: false };
  if (text === undefined) return { ...fallback, isRead: true };
  const source = readFormsSource(text);
  if (source === null) {
    report(
      "RELAY_FORMS",
      "the value cannot be used",
      "a file, or the site's https://www.example.com/forms.json (http on this machine alone)",
    );
    return fallback;
  }
  if (source.type === "address") return { source, first: own, isRead: false };
  const { path } = source;
  try {
    const { definition, problems } = parseDefinition(readDefinitionFile(path));
    for (const problem of problems) report("RELAY_FORMS", `${path}: ${problem}`, FORMS_HINT);
    return { source, first: definition ?? own, isRead: definition !== null };
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    report("RELAY_FORMS", `${path} ${error.message}`, FORMS_HINT);
    return fallback;
  }
}
