import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { formatReport } from "../diagnostics/format-diagnostics.ts";
import type { PublishedRoute } from "../emit/site-report.ts";
import type { CheckResult } from "../pipeline/check.ts";
import { NOT_FOUND_FILE } from "../routes/addresses.ts";

/** Exit codes. Scripts rely on these. */
export const EXIT = { done: 0, failed: 1, usage: 2, busy: 3, interrupted: 130 } as const;

type Unfinished = NonNullable<CheckResult["unfinished"]>;

/** One JSON document. The code frame is for people and is left out. */
export function printDocument<Result extends { ok: boolean }>(result: Result, diagnostics: readonly Diagnostic[]) {
  const reported = diagnostics.map(({ frame: _frame, ...diagnostic }) => diagnostic);
  process.stdout.write(`${JSON.stringify({ ...result, diagnostics: reported }, null, 2)}\n`);
}

/** The result of a command: one JSON document, or text for people. */
export function printResult(isJson: boolean | undefined, result: object, text: string): void {
  if (isJson) printDocument({ ok: true, ...result }, []);
  else process.stdout.write(text);
}

/** The unfinished parts of the content, as sentences for people; "" where there are none. */
export function unfinishedText({ placeholders, ...entries }: Unfinished): string {
  const one = placeholders === 1;
  const values = `${placeholders} ${one ? "value" : "values"} of it ${one ? "is a placeholder" : "are placeholders"}: \`eventsite check --release\` lists them.`;
  return [...(placeholders > 0 ? [values] : []), ...unfinishedEntries(entries)]
    .map((sentence) => `${sentence}\n`)
    .join("");
}

/** Entries that are not finished. */
export function unfinishedEntries({ drafts, starters }: Pick<Unfinished, "drafts" | "starters">): string[] {
  const notPublished = `Not published, as ${drafts.length === 1 ? "a draft" : "drafts"}: ${drafts.join(", ")}.`;
  const begun = `Sample words are still in ${starters.join(", ")}.`;
  return [...(drafts.length > 0 ? [notPublished] : []), ...(starters.length > 0 ? [begun] : [])];
}

/** When a date changes the site next, as a sentence; "" where no date will. */
export const nextChangeText = (nextChangeAt: string | null | undefined, command = "build"): string =>
  !nextChangeAt ? "" : `The next change by a date is due at ${nextChangeAt}: ${command} it again then.\n`;

/** The not-found page is not counted, as in publications and in `diff`: nobody visits it. */
export function pagesText(routes: readonly Pick<PublishedRoute, "file">[]): string {
  const pages = routes.filter(({ file }) => file !== NOT_FOUND_FILE).length;
  return `${pages} ${pages === 1 ? "page" : "pages"}${pages < routes.length ? " and the not-found page" : ""}`;
}

/** Diagnostics for people go to standard error. */
export function printDiagnostics(diagnostics: readonly Diagnostic[]): void {
  if (diagnostics.length > 0) process.stderr.write(`${formatReport(diagnostics)}\n`);
}

export function printFailure(diagnostics: readonly Diagnostic[], json: boolean): void {
  if (json) printDocument({ ok: false, routes: [], files: 0, ms: Math.round(performance.now()) }, diagnostics);
  else printDiagnostics(diagnostics);
}

export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 999_500 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
