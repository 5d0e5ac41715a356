// Finds what must be written or decided before the site is finished: placeholders, drafts and starters.

import { sitePlaceholders } from "../content/entries/placeholders.ts";
import type { SourceRef } from "../content/sources/list-sources.ts";
import type { Unfinished } from "../emit/site-report.ts";
import type { PublishedRows } from "./publish-rows.ts";
import type { StageContext } from "./stage-context.ts";

/** The diagnostics are only reported for a release. */
export function findUnfinished({ config }: StageContext, site: SourceRef, { entries, leftOut }: PublishedRows) {
  const unwritten = sitePlaceholders(site, config);
  const unfinished: Unfinished = {
    placeholders: entries.reduce((sum, { placeholders }) => sum + placeholders, unwritten.length),
    drafts: leftOut.flatMap(({ window, file }) => (window?.isDraft ? [file] : [])).sort(),
    starters: entries.flatMap(({ isStarter, file }) => (isStarter ? [file] : [])).sort(),
  };
  return { unfinished, diagnostics: config.release ? unwritten : [] };
}
