// What a watched site says on the terminal after each update. A problem is reported in full once, as long as it is there.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { formatDiagnostics, formatReport, totalOf } from "../diagnostics/format-diagnostics.ts";
import type { SiteUpdate } from "../serve/serve-site.ts";
import { unfinishedEntries } from "./report.ts";

/** `news` is progress, for standard output; `issue` is for standard error, "" without problems. */
export function createUpdateReporter() {
  let known: readonly Diagnostic[] = [];
  let entries = "";
  let isFirst = true;
  return ({ ms, pages, diagnostics, unfinished }: SiteUpdate) => {
    const added = without(diagnostics, known);
    const isFixed = added.length === 0 && diagnostics.length < known.length;
    const news: string[] = [];
    if (hasErrors(known) && !hasErrors(diagnostics)) news.push("All is well again.");
    else if (isFixed && diagnostics.length > 0)
      news.push(`${known.length - diagnostics.length} fixed, ${totalOf(diagnostics)} left.`);
    if (!isFirst && !hasErrors(diagnostics) && ms !== undefined)
      news.push(`Rebuilt ${pages} pages (${Math.round(ms)} ms)`);
    const left = unfinished ? unfinishedEntries(unfinished).join("\n") : entries;
    if (left !== entries && left !== "") news.push(left);
    [known, entries, isFirst] = [diagnostics, left, false];
    return { news, issue: complain(added, diagnostics) };
  };
}

/** A new mistake can keep the rest from being checked: old ones are then missing but not fixed, so only present ones are counted. */
function complain(added: readonly Diagnostic[], all: readonly Diagnostic[]): string {
  if (added.length === 0 || added.length === all.length) return formatReport(added);
  return `${formatDiagnostics(added)}\n\n${added.length} new, ${totalOf(all)} in all`;
}

const hasErrors = (diagnostics: readonly Diagnostic[]) => diagnostics.some(({ severity }) => severity === "error");

/** Lines move while others are fixed: a problem is the same if its file and text are the same. */
const keyOf = ({ code, severity, file, message }: Diagnostic) => JSON.stringify([code, severity, file, message]);

/** Two equal problems in one file count as two. */
function without(diagnostics: readonly Diagnostic[], known: readonly Diagnostic[]): Diagnostic[] {
  const left = known.map(keyOf);
  return diagnostics.filter((diagnostic) => {
    const index = left.indexOf(keyOf(diagnostic));
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}
