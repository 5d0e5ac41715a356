// What is printed after each update of a watched site. A problem is reported in full once, as long as it is there.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { formatDiagnostics, formatReport, totalOf } from "../diagnostics/format-diagnostics.ts";
import type { SiteUpdate } from "../serve/serve-site.ts";
import { unfinishedEntries } from "./report.ts";

interface UpdateReport {
  /** Progress, for standard output. */
  readonly news: readonly string[];
  /** For standard error; "" without problems. */
  readonly issue: string;
}

/** What was printed after the updates before. */
interface Reported {
  readonly diagnostics: readonly Diagnostic[];
  /** Entries that are not finished, as text. */
  readonly unfinished: string;
}

export function createUpdateReporter(): (update: SiteUpdate) => UpdateReport {
  let reported: Reported | undefined;
  return (update) => {
    const report = reportOf(update, reported);
    reported = { diagnostics: update.diagnostics, unfinished: unfinishedOf(update, reported) };
    return report;
  };
}

function reportOf(update: SiteUpdate, reported: Reported | undefined): UpdateReport {
  const { ms, pages, diagnostics } = update;
  const before = reported?.diagnostics ?? [];
  const added = without(diagnostics, before);
  const isFixed = added.length === 0 && diagnostics.length < before.length;
  const news: string[] = [];
  if (hasErrors(before) && !hasErrors(diagnostics)) news.push("All is well again.");
  else if (isFixed && diagnostics.length > 0)
    news.push(`${before.length - diagnostics.length} fixed, ${totalOf(diagnostics)} left.`);
  if (reported && !hasErrors(diagnostics) && ms !== undefined)
    news.push(`Rebuilt ${pages} pages (${Math.round(ms)} ms)`);
  const unfinished = unfinishedOf(update, reported);
  if (unfinished !== "" && unfinished !== reported?.unfinished) news.push(unfinished);
  return { news, issue: complain(added, diagnostics) };
}

/** The same as before where the site was not built. */
const unfinishedOf = ({ unfinished }: SiteUpdate, reported: Reported | undefined): string =>
  unfinished ? unfinishedEntries(unfinished).join("\n") : (reported?.unfinished ?? "");

/** A new mistake can keep other files from being checked. Old problems are then missing but not fixed, so only present ones are counted. */
function complain(added: readonly Diagnostic[], all: readonly Diagnostic[]): string {
  if (added.length === 0 || added.length === all.length) return formatReport(added);
  return `${formatDiagnostics(added)}\n\n${added.length} new, ${totalOf(all)} in all`;
}

const hasErrors = (diagnostics: readonly Diagnostic[]) => diagnostics.some(({ severity }) => severity === "error");

/** Lines move while others are fixed: a problem is the same if its file and text are the same. */
const keyOf = ({ code, severity, file, message }: Diagnostic) => JSON.stringify([code, severity, file, message]);

/** Two equal problems in one file count as two. */
function without(diagnostics: readonly Diagnostic[], reported: readonly Diagnostic[]): Diagnostic[] {
  const keys = reported.map(keyOf);
  return diagnostics.filter((diagnostic) => {
    const index = keys.indexOf(keyOf(diagnostic));
    if (index >= 0) keys.splice(index, 1);
    return index < 0;
  });
}
