// All problems of a site before it is published: those of its stages, files that are out of date, and what a host would not do.

import { resolve } from "node:path";
import { checkNow, type HostCheckOptions } from "../authoring/check-now.ts";
import { asBuildFailure } from "../diagnostics/as-build-failure.ts";
import { formatComment } from "../diagnostics/comment.ts";
import { type Diagnostic, EventsiteError, hasErrors, isError, sortDiagnostics } from "../diagnostics/diagnostic.ts";
import { writeWhole } from "../files/write-whole.ts";
import { type CheckResult, checkSite } from "../pipeline/check.ts";

export interface ReportedCheckOptions extends HostCheckOptions {
  /** Also writes the report as Markdown into this file, for a comment on a request. */
  readonly report?: string | undefined;
}

/** As `checkNow`, with the errors from the next change by a date on, which would stop a scheduled deploy. Rejects with USAGE, and with EMIT_FAILED for a report alone. */
export async function check({ report, ...options }: ReportedCheckOptions = {}): Promise<CheckResult> {
  if (report === undefined) return checkWithUpcoming(options);
  const path = resolve(options.root ?? ".", report);
  const result = await checkWithUpcoming(options).catch(async (error) => {
    // An earlier report may say that there are no problems.
    if (error instanceof EventsiteError) await writeReport(path, [error.toDiagnostic()]);
    throw error;
  });
  await writeReport(path, result.diagnostics);
  return result;
}

const writeReport = (path: string, diagnostics: readonly Diagnostic[]) =>
  asBuildFailure(async () => writeWhole(path, formatComment(diagnostics)), "choose another file");

async function checkWithUpcoming(options: HostCheckOptions): Promise<CheckResult> {
  const result = await checkNow(options);
  const { diagnostics, nextChangeAt: next } = result;
  if (!next || hasErrors(diagnostics)) return result;
  // Without the offset from UTC: `asOf` is by the clocks of the site.
  const atNext = { ...options, asOf: next.slice(0, "2026-12-24T18:00".length) };
  const upcoming = await checkSite(atNext, { ofTemplates: () => [], ofSite: () => [] });
  const errors = upcoming.diagnostics.filter(isError);
  const dated = errors.map((each) => ({ ...each, message: `From ${next} on: ${each.message}` }));
  return { ...result, diagnostics: sortDiagnostics([...diagnostics, ...dated]) };
}
