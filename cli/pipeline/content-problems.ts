// Collects all problems of the content: those of each step, and those that only several steps together show.

import { copiedEntries } from "../content/references/copied-entries.ts";
import { missingPages } from "../content/references/missing-pages.ts";
import { reportMisspeltIds } from "../content/references/misspelt-ids.ts";
import { repeatedKeys } from "../content/references/unique-keys.ts";
import type { FinalSettings, Settings } from "../content/settings/read-settings.ts";
import { unreachableRelay } from "../content/settings/relay-address.ts";
import { gatherByFolder } from "../content/sources/empty-folders.ts";
import type { SourceList } from "../content/sources/list-sources.ts";
import { checkStaticFile } from "../content/sources/static-files.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Route } from "../routes/addresses.ts";
import { alikeFiles, reservedFiles, staticCollisions } from "../routes/static-collisions.ts";
import type { PagedEntry } from "./plan-addresses.ts";
import type { LoadedRow, PublishedRows } from "./publish-rows.ts";
import type { StageContext } from "./stage-context.ts";

interface StepResult {
  readonly diagnostics: readonly Diagnostic[];
}

/** The results of the steps of `loadContent`. */
interface LoadedSteps {
  readonly sources: SourceList;
  readonly settings: Settings;
  /** The settings at the moment of the site. */
  readonly now: StepResult & { readonly values: FinalSettings };
  readonly variants: StepResult;
  readonly rows: readonly LoadedRow[];
  readonly published: PublishedRows;
  readonly addresses: StepResult & { readonly routes: readonly Route<PagedEntry>[] };
  readonly pictures: StepResult;
  /** Problems that prevent a release. */
  readonly release: StepResult;
}

export function contentProblems({ config, templates }: StageContext, steps: LoadedSteps): readonly Diagnostic[] {
  const { sources, settings, now, variants, rows, published, addresses, pictures, release } = steps;
  const { collections } = templates.templates;
  const { entries, leftOut } = published;
  return gatherByFolder([
    ...sources.diagnostics,
    ...now.diagnostics,
    ...staticFileProblems(sources, addresses.routes),
    ...variants.diagnostics,
    ...missingPages(collections, sources, new Set(leftOut.map(({ file }) => file))),
    ...rows.flatMap(({ row }) => [...(row.resolved ?? row).diagnostics, ...row.unwritten]),
    ...addresses.diagnostics,
    ...repeatedKeys(collections, entries, sources),
    ...copiedEntries(entries.filter(({ path }) => path === undefined)),
    ...reportMisspeltIds(unresolvedIn(rows), settings.lists, sources),
    ...pictures.diagnostics,
    ...unreachableRelay(now.values, sources.site, config),
    ...release.diagnostics,
  ]);
}

const staticFileProblems = ({ files }: SourceList, routes: readonly Route<PagedEntry>[]): Diagnostic[] => [
  ...files.flatMap(checkStaticFile),
  ...alikeFiles(files),
  ...reservedFiles(files),
  ...staticCollisions(
    files,
    routes.map(({ output, source }) => ({ path: output, file: source })),
  ),
];

const unresolvedIn = (rows: readonly LoadedRow[]): Diagnostic[] =>
  rows.flatMap(({ row }) => row.resolved?.unresolved ?? []);
