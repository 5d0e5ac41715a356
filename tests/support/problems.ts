// What the program reports of the small site with changes laid over it, in the short form that tests compare: "file:line:column CODE".
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inject } from "vitest";
import { BuildFailedError, type CheckOptions, check, type Diagnostic } from "../../cli/index.ts";
import { openSession, type SiteSession } from "../../cli/pipeline/watch-session.ts";
import { projectDir, type SiteFiles, withSite } from "./with-site.ts";

const small = join(projectDir, "tests/fixtures/sites/small");
const base = join(small, "content");

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

/** With options it is a check of a copy of the site; without, the site that a worker keeps follows the changes and is put back. */
export function diagnosticsOf(files: readonly Edited[], options?: CheckOptions): Promise<readonly Diagnostic[]> {
  if (options) {
    const changes: SiteFiles = Object.fromEntries(files.map(([path, text]) => [`content/${path}`, text]));
    return withSite(changes, async ({ root }) => (await check({ root, ...options })).diagnostics);
  }
  const found = last.then(() => followed(files));
  last = found.catch(() => {});
  return found;
}

/** One site for all cases, each after the one before: a session reads only what changed, and reports what a check of that site reports. */
let session: SiteSession | undefined;
let last: Promise<unknown> = Promise.resolve();

async function followed(files: readonly Edited[]): Promise<readonly Diagnostic[]> {
  session ??= openKeptSite();
  const contentDir = join(session.config.root, "content");
  try {
    for (const [path, text] of files) {
      mkdirSync(dirname(join(contentDir, path)), { recursive: true });
      writeFileSync(join(contentDir, path), text);
    }
    return (await session.build()).warnings;
  } catch (error) {
    if (error instanceof BuildFailedError) return error.diagnostics;
    throw error;
  } finally {
    for (const [path] of files) putBack(contentDir, path);
  }
}

function openKeptSite(): SiteSession {
  const root = mkdtempSync(join(inject("sharedFolder"), "site-"));
  cpSync(small, root, { recursive: true });
  return openSession({ root });
}

/** As the small site has it: a file that it does not have goes, and so does a folder that came with it. */
function putBack(contentDir: string, path: string): void {
  if (existsSync(join(base, path))) cpSync(join(base, path), join(contentDir, path));
  else rmSync(join(contentDir, existsSync(join(base, dirname(path))) ? path : dirname(path)), { recursive: true });
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
