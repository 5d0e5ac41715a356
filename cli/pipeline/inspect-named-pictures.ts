// Inspects the pictures that content names. Their problems are reported where they are named.

import { locateFindings } from "../assets/images/inspect-pictures.ts";
import type { LinkTargets } from "../content/references/link-targets.ts";
import type { SourceList } from "../content/sources/list-sources.ts";
import { compareText } from "../text/compare-text.ts";
import type { LoadedRow } from "./publish-rows.ts";
import type { StageContext } from "./stage-context.ts";

export async function inspectNamedPictures(
  { pictures, headersOnly }: StageContext,
  { site, entries }: SourceList,
  rows: readonly LoadedRow[],
  settingsPictures: readonly string[],
  index: LinkTargets,
) {
  const namedIn = picturesOf(rows);
  for (const src of settingsPictures) namedIn.set(src, [site.file, ...(namedIn.get(src) ?? [])]);
  const names = [...namedIn.keys()].filter((src) => index.images.has(src)).sort();
  const { pictures: inspected, findings } = await pictures.inspect(names, headersOnly);
  return { inspected, namedIn, diagnostics: locateFindings(findings, namedIn, [site, ...entries]) };
}

/** The files that name a picture, by the picture. Only chosen variants count, valid or not. */
function picturesOf(rows: readonly LoadedRow[]): Map<string, string[]> {
  const files = new Map<string, string[]>();
  for (const { source, row } of rows)
    for (const src of (source.isChosen && row.resolved?.images) || [])
      files.get(src)?.push(source.file) ?? files.set(src, [source.file]);
  return new Map([...files].sort(([a], [b]) => compareText(a, b)).map(([src, names]) => [src, names.sort()]));
}
