// What the program reports of the small site with changes laid over it, in the short form that tests compare: "file:line:column CODE".
import { cpSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { BuildFailedError, type Diagnostic } from "../../../cli/index.ts";
import { openSession, type SiteSession } from "../../../cli/pipeline/watch-session.ts";
import { readTable } from "../process/read-table.ts";
import { laidOver, smallDir } from "./laid-over.ts";
import { small } from "./with-site.ts";

/** The path of a file below content/ and its text. */
export type Edited = readonly [path: string, text: string];

/** A file of the small site, each `from` in it replaced once by its `to`; without any, as it is. */
export function edited(path: string, ...pairs: readonly (readonly [from: string, to: string])[]): Edited {
  let text = small(path);
  for (const [from, to] of pairs) {
    if (!text.includes(from)) throw new Error(`There is no ${JSON.stringify(from)} in ${path}.`);
    text = text.replace(from, () => to);
  }
  return [path, text];
}

/** The site that a worker keeps follows the changes and is put back. */
export function diagnosticsOf(files: readonly Edited[]): Promise<readonly Diagnostic[]> {
  const found = last.then(() => followed(files));
  last = found.catch(() => {});
  return found;
}

/** One site for all cases, each after the one before: a session reads only what changed, and reports what a check of that site reports. */
let session: SiteSession | undefined;
let last: Promise<unknown> = Promise.resolve();

async function followed(files: readonly Edited[]): Promise<readonly Diagnostic[]> {
  session ??= openKeptSite();
  const kept = session;
  return laidOver(kept.config.contentDir, files, async () => (await kept.build()).warnings).catch((error) => {
    if (error instanceof BuildFailedError) return error.diagnostics;
    throw error;
  });
}

function openKeptSite(): SiteSession {
  const root = mkdtempSync(join(inject("sharedFolder"), "site-"));
  cpSync(smallDir, root, { recursive: true });
  return openSession({ root });
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

/** What people type who write texts and no programs: what is done, to which file, the lines that are changed into which, and what is reported. Nothing is reported of what is valid. */
type Mistake = readonly [what: string, path: string, from: string, to: string, reported: readonly string[]];
export const typingMistakes = readTable<Mistake>("typing-mistakes");

/** As the table has it: "line:column CODE: message → hint". */
export const reported = ({ code, severity, line, column, message, hint }: Diagnostic): string => {
  const grade = severity === "warning" ? " (warning)" : "";
  return `${line}:${column} ${code}${grade}: ${message}${hint ? ` → ${hint}` : ""}`;
};
