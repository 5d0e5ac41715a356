// What each variable says, read as it asks for.

import type { Report } from "../errors.ts";
import { type Environment, textOf } from "./environment.ts";
import { isQuoted, reportQuoted } from "./quotation-marks.ts";
import { VARIABLES, type ValueOf, type Variable, type VariableName } from "./variables.ts";

export type Values = { readonly [Name in VariableName]: ValueOf<Name> };

export const readValues = (environment: Environment, report: Report): Values =>
  Object.fromEntries(
    Object.entries(VARIABLES).map(([name, variable]) => [name, readValue(environment, name, variable, report)]),
  ) as Values;

/** As if it were not set where it cannot be used, which is reported. */
export function readValue(
  environment: Environment,
  name: string,
  variable: Variable<unknown>,
  report: Report,
): unknown {
  const { schema, hint, without, isRead } = variable;
  const text = textOf(environment, name);
  if (text !== undefined && isQuoted(text)) reportQuoted(name, report);
  else if (text !== undefined) {
    const { success, data, error } = schema.safeParse(text, { error: () => "the value cannot be used" });
    if (success) return data;
    for (const message of new Set(error.issues.map((issue) => issue.message))) report(name, message, hint);
  }
  return isRead ? schema.parse(without) : null;
}
