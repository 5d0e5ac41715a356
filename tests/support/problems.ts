// What `check` says about the small site with changes laid over it, in the short form that tests compare: "file:line:column CODE".
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type CheckOptions, check, type Diagnostic } from "../../cli/index.ts";
import { projectDir, type SiteFiles, withSite } from "./with-site.ts";

const base = join(projectDir, "tests/fixtures/sites/small/content");

/** The path of a file below content/ and its text. */
export type Edited = readonly [path: string, text: string];

/** A file of the small site, each `from` in it replaced once by its `to`; without any, as it is. */
export function edited(path: string, ...pairs: readonly (readonly [from: string, to: string])[]): Edited {
  let text = readFileSync(join(base, path), "utf8");
  for (const [from, to] of pairs) {
    if (!text.includes(from)) throw new Error(`There is no ${JSON.stringify(from)} in ${path}.`);
    text = text.replace(from, () => to);
  }
  return [path, text];
}

export function diagnosticsOf(files: readonly Edited[], options: CheckOptions = {}): Promise<readonly Diagnostic[]> {
  const changes: SiteFiles = Object.fromEntries(files.map(([path, text]) => [`content/${path}`, text]));
  return withSite(changes, async ({ root }) => (await check({ root, ...options })).diagnostics);
}

/** Each problem as "pages/home.yaml:6:5 CODE", in the order of the report. */
export async function problemsOf(...files: readonly Edited[]): Promise<string[]> {
  const diagnostics = await diagnosticsOf(files);
  return diagnostics.map(shortForm);
}

export const shortForm = ({ code, severity, file, line, column }: Diagnostic): string => {
  const place = [file?.replace(/^content\//, ""), line, column].filter((part) => part !== undefined).join(":");
  return `${place} ${code}${severity === "warning" ? " (warning)" : ""}`;
};
