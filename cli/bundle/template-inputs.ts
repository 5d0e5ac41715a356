// The files outside of the templates' folder that were compiled into them, as the compiler last reported.

import { readFileSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import type { Metafile } from "esbuild";
import type { Config } from "../config/resolve-config.ts";
import { contentHash } from "../files/content-hash.ts";
import { writeWhole } from "../files/write-whole.ts";

type Compiled = Pick<Config, "cacheDir" | "templatesDir" | "renderer" | "client">;

/** There is one record for each way of compiling these templates. */
export const inputsRecord = ({ cacheDir, templatesDir, renderer, client }: Compiled): string => {
  const name = contentHash(`${templatesDir}\0${renderer}\0${client}`).slice(0, 16);
  return join(cacheDir, "templates", `${name}.inputs.json`);
};

/** Absolute paths, sorted; none before the templates are first compiled. */
export function templateInputs(config: Compiled): readonly string[] {
  try {
    const paths: unknown = JSON.parse(readFileSync(inputsRecord(config), "utf8"));
    return Array.isArray(paths) ? paths.map(String) : [];
  } catch {
    return [];
  }
}

export function recordTemplateInputs(config: Compiled, inputs: readonly string[]): void {
  writeWhole(inputsRecord(config), JSON.stringify(inputs));
}

/** Leaves out the templates' folder, all of which is an input, and the program's packages, whose versions are in the lockfile. */
export function outsideInputs(
  { programDir, templatesDir }: Pick<Config, "programDir" | "templatesDir">,
  metafiles: readonly Metafile[],
): string[] {
  const packages = join(programDir, "node_modules") + sep;
  const paths = metafiles.flatMap(({ inputs }) =>
    Object.keys(inputs)
      .filter((name) => !/^(?:[<(]|[a-z-]{2,}:)/.test(name))
      .map((name) => resolve(templatesDir, name)),
  );
  return [...new Set(paths)]
    .filter((path) => !path.startsWith(templatesDir + sep) && !path.startsWith(packages))
    .sort();
}
