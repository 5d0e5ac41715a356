// The environment as texts by the names of variables: secrets read from their files, and nothing in it that is no variable.

import { readFileSync } from "node:fs";
import type { Report } from "../errors.ts";
import { isQuoted, reportQuoted } from "./quotation-marks.ts";
import { formOfVariable, VARIABLES } from "./variables.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Undefined where it is not set; a variable that is set to nothing counts as not set. */
export const textOf = (environment: Environment, name: string): string | undefined =>
  environment[name]?.trim() || undefined;

export function readEnvironment(environment: Environment, report: Report): Environment {
  const complete = withSecretFiles(withoutMark(environment), report);
  reportUnknown(complete, report);
  return complete;
}

/** An editor may begin a file with a byte order mark, which then begins the name of its first variable. */
export const withoutMark = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name.replace(/^\uFEFF/, ""), value]));

const SECRETS = Object.entries(VARIABLES).flatMap(([name, { isSecret }]) => (isSecret ? [name] : []));

function withSecretFiles(environment: Environment, report: Report): Environment {
  const secrets: Record<string, string> = {};
  for (const name of SECRETS) {
    const file = textOf(environment, `${name}_FILE`);
    if (file === undefined) continue;
    if (isQuoted(file)) reportQuoted(`${name}_FILE`, report);
    if (textOf(environment, name) !== undefined) report(`${name}_FILE`, `is set beside ${name}`, "set one of the two");
    // What is missing is the file; problems with its value are reported when it is there.
    secrets[name] = isQuoted(file) ? "" : readSecret(name, file, report);
  }
  return { ...environment, ...secrets };
}

function readSecret(name: string, file: string, report: Report): string {
  try {
    const text = readFileSync(file, "utf8").trim();
    // A file that is just being replaced must not pass for a secret that is not wanted.
    if (text === "") report(`${name}_FILE`, "names a file that is empty", `write the value of ${name} into it`);
    return text;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    report(`${name}_FILE`, `names a file that cannot be read (${code})`, "a file that the relay's user may read");
    return "";
  }
}

/** What Kubernetes sets in every container beside a service called "relay". */
const FROM_KUBERNETES = /^RELAY_(?:SERVICE|PORT)(?:_|$)/;

/** A misspelt variable would otherwise be a setting that silently does nothing. */
function reportUnknown(environment: Environment, report: Report): void {
  const knownNames = new Set<string>([...Object.keys(VARIABLES), ...SECRETS.map((name) => `${name}_FILE`)]);
  const names = Object.keys(VARIABLES).filter((each) => each.startsWith("RELAY_"));
  for (const name of Object.keys(environment))
    if (
      name.startsWith("RELAY_") &&
      !knownNames.has(name) &&
      !FROM_KUBERNETES.test(name) &&
      formOfVariable(name) === null
    )
      report(name, "is no variable of the relay", `the variables are ${names.join(", ")}`);
}
