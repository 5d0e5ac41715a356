// What has to be written or decided before the site is as it is meant to be.

import { sitePlaceholders } from "../content/entries/placeholders.ts";
import type { SourceRef } from "../content/sources/list-sources.ts";
import type { Unfinished } from "../emit/site-report.ts";
import type { PublishedRows } from "./publish-rows.ts";
import type { StageContext } from "./stage-context.ts";

/** What has to be written or decided before the site is as it is meant to be; reported for a release. */
export function findUnfinished({ config }: StageContext, site: SourceRef, { entries, leftOut }: PublishedRows) {
  const unwritten = sitePlaceholders(site, config);
  const unfinished: Unfinished = {
    placeholders: entries.reduce((sum, { placeholders }) => sum + placeholders, unwritten.length),
    drafts: leftOut.flatMap(({ window, file }) => (window?.isDraft ? [file] : [])).sort(),
    starters: entries.flatMap(({ isStarter, file }) => (isStarter ? [file] : [])).sort(),
  };
  return { unfinished, diagnostics: config.release ? unwritten : [] };
}
