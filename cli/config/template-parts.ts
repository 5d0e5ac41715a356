// Where the parts that templates are compiled with come from: their own folder if it has them, else the program.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Config } from "./resolve-config.ts";

type Folders = Pick<Config, "programDir" | "templatesDir">;

/** The folder that holds `kit/` and `client/`. */
const partsDir = ({ programDir, templatesDir }: Folders): string =>
  existsSync(join(templatesDir, "kit")) ? templatesDir : join(programDir, "templates");

/** A file of the kit or of the browser code, such as "kit/collect-fields.ts". */
export const templatePart = (folders: Folders, path: string): string => join(partsDir(folders), path);

/** What a form sends: beside the templates, or the program's own. */
export const contractFile = ({ programDir, templatesDir }: Folders): string => {
  const beside = resolve(templatesDir, "../relay/contract.ts");
  return existsSync(beside) ? beside : join(programDir, "relay/contract.ts");
};
