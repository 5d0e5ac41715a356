// Runs every stage up to the plan: from the sources to rows, valid entries with resolved references, routes and pictures. Only stale files are read.

import type { Fingerprint } from "../assets/cache/fingerprint.ts";
import type { InspectedPicture } from "../assets/images/inspect-pictures.ts";
import type { EntrySource, PublishedEntry } from "../content/entries/entry-row.ts";
import { createCharacterList } from "../content/entries/list-characters.ts";
import { UNRESOLVED } from "../content/entries/resolve-row.ts";
import type { Clock } from "../content/publication/clock.ts";
import type { PublicationEdits } from "../content/publication/edits.ts";
import { type Period, periodOf } from "../content/publication/windows.ts";
import { type LinkTargets, linkTargets } from "../content/references/link-targets.ts";
import type { Settings } from "../content/settings/read-settings.ts";
import { chooseVariants } from "../content/sources/choose-variants.ts";
import { listSources, type SourceList, type SourceRef } from "../content/sources/list-sources.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Unfinished } from "../emit/site-report.ts";
import type { PageJob } from "../render/page-job.ts";
import type { SiteData } from "../render/site-data.ts";
import { entryKey } from "../render/site-fingerprints.ts";
import type { Route } from "../routes/addresses.ts";
import type { RedirectSource, SiteRedirect } from "../routes/site-redirects.ts";
import { contentProblems } from "./content-problems.ts";
import { findUnfinished } from "./find-unfinished.ts";
import { inspectNamedPictures } from "./inspect-named-pictures.ts";
import { loadSettings, resolveSettingsNow } from "./load-settings.ts";
import { type PagedEntry, planAddresses } from "./plan-addresses.ts";
import { type LoadedRow, publishRows } from "./publish-rows.ts";
import { siteDataOf } from "./site-data-of.ts";
import { countWork, type StageContext, stampOf } from "./stage-context.ts";
import { datedRows, entryRow, staleRows, unresolvedRows } from "./stale-rows.ts";

/** All content, checked and resolved, and the plan of what is made from it. */
export interface Content {
  readonly sources: SourceList;
  readonly settings: Settings;
  /** How the settings of now differ from what is written. */
  readonly edits: PublicationEdits | undefined;
  /** The period in which the content stays the same. */
  readonly period: Period;
  /** Whether anything has a date or is a draft. */
  readonly hasDates: boolean;
  readonly site: Omit<SiteData, "fonts">;
  /** The targets that fields can refer to. */
  readonly index: LinkTargets;
  /** Fingerprints of what lists show of each entry, by `entryKey`. */
  readonly summaryFingerprints: ReadonlyMap<string, Fingerprint>;
  /** Characters of the site that some fonts do not have. */
  readonly characters: string;
  readonly routes: readonly Route<PagedEntry>[];
  readonly redirects: readonly SiteRedirect[];
  /** Addresses that are gone on purpose, or whose period has ended. */
  readonly gone: readonly string[];
  /** Where each address that is gone on purpose is written. */
  readonly goneSources: ReadonlyMap<string, RedirectSource>;
  readonly pages: readonly PageJob[];
  readonly entries: readonly PublishedEntry[];
  /** Pictures by their path below content/images. */
  readonly images: ReadonlyMap<string, InspectedPicture>;
  /** The files that name a picture, by the path of the picture. */
  readonly namedIn: ReadonlyMap<string, readonly string[]>;
  readonly unfinished: Unfinished;
  /** Files of entries that are not public now. */
  readonly leftOut: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads, validates and resolves all content. If there are errors among the diagnostics, the rest may be incomplete. */
export async function loadContent(context: StageContext): Promise<Content> {
  const { config, templates } = context;
  const { collections } = templates.templates;
  const sources = context.sources ?? listSources(config.root, config.contentDir, collections);
  const settings = loadSettings(context, sources.site);
  const { isChosen, ...variants } = chooseVariantsOf(context, sources, settings);
  const { rows, index } = await loadRows(context, sources, settings, isChosen);
  const now = resolveSettingsNow(context, sources.site, settings, index);
  const published = publishRows(rows, collections, settings.clock);
  const { entries, leftOut } = published;
  const addresses = planAddresses(context, sources, now.values, published, index);
  const pictures = await inspectNamedPictures(context, sources, rows, now.images, index);
  const { unfinished, ...release } = findUnfinished(context, sources.site, published);
  const { period, hasDates } = datesOf(settings, rows);
  return {
    sources,
    settings,
    edits: now.edits,
    period,
    hasDates,
    leftOut: leftOut.map(({ file }) => file),
    site: siteDataOf(context, now.values, entries, addresses.routes, pictures.inspected),
    index,
    summaryFingerprints: new Map(
      entries.map((entry) => [entryKey(entry.collection, entry.slug), entry.summaryFingerprint]),
    ),
    characters: contentCharacters(context, settings, rows),
    routes: addresses.routes,
    redirects: addresses.redirects,
    gone: addresses.gone,
    goneSources: addresses.goneSources,
    pages: addresses.routes.map(pageJob),
    entries,
    images: new Map(pictures.inspected.map((picture) => [picture.src, picture])),
    namedIn: pictures.namedIn,
    unfinished,
    diagnostics: contentProblems(context, {
      sources,
      settings,
      now,
      variants,
      rows,
      published,
      addresses,
      pictures,
      release,
    }),
  };
}

function chooseVariantsOf({ config }: StageContext, { entries, site }: SourceList, { final }: Settings) {
  return chooseVariants(entries, final?.variants ?? config.variants, site, config.variants);
}

/** The row of each file, and the targets that fields can refer to. `isChosen` returns whether a file is the published variant. */
async function loadRows(
  context: StageContext,
  sources: SourceList,
  settings: Settings,
  isChosen: (source: SourceRef) => boolean,
) {
  const { records, templates } = context;
  const entrySources = sources.entries.map((source) => ({
    ...source,
    isChosen: isChosen(source),
    stamp: stampOf(context, source),
  }));
  await readStale(context, entrySources, settings.clock);
  const index = linkTargets(templates.templates.collections, sources, settings, datedRows(records, entrySources));
  await resolveStale(context, entrySources, index);
  const rows = entrySources.map((source): LoadedRow => ({ source, row: entryRow(records, source) }));
  return { rows, index };
}

/** Reads the files that are new or have changed. */
async function readStale(context: StageContext, sources: readonly EntrySource[], clock: Clock): Promise<void> {
  const { config, records, threads, events } = context;
  const stale = staleRows(records, sources, clock);
  if (stale.size === 0) return;
  countWork(events.onWork, "read", stale.values());
  // Threads get copies of their parameters, and the clock of the configuration is a function, which cannot be copied.
  const options = { release: config.release };
  for (const [path, row] of await threads.read([...stale.keys()], clock, options)) records.entries.set(path, row);
}

/** Resolves the references of files that were just read and of files that refer to something that has changed. */
async function resolveStale(
  { records, threads, events }: StageContext,
  sources: readonly EntrySource[],
  index: LinkTargets,
): Promise<void> {
  const unresolved = unresolvedRows(records, sources, index);
  if (unresolved.size === 0) return;
  const reasons = [...unresolved.values()].filter((reason) => reason !== UNRESOLVED);
  countWork(events.onWork, "checked", reasons);
  for (const [path, resolved] of await threads.resolve([...unresolved.keys()], index)) {
    const row = records.entries.get(path);
    if (row) records.entries.set(path, { ...row, resolved });
  }
}

function datesOf({ dated, clock }: Settings, rows: readonly LoadedRow[]): Pick<Content, "period" | "hasDates"> {
  const entryPeriods = rows.flatMap(({ row: { entry } }) => entry?.period ?? []);
  const periods = [periodOf(dated, clock.moment), ...entryPeriods];
  return {
    period: {
      from: Math.max(...periods.map(({ from }) => from)),
      until: Math.min(...periods.map(({ until }) => until)),
    },
    hasDates: dated.length > 0 || entryPeriods.length > 0,
  };
}

function contentCharacters({ templates }: StageContext, settings: Settings, rows: readonly LoadedRow[]): string {
  const settingsCharacters = createCharacterList(templates.templates.fonts)(JSON.stringify(settings.withTokens ?? {}));
  return [...new Set(rows.map(({ row }) => row.characters).join("") + settingsCharacters)].join("");
}

/** The job that renders a page. */
const pageJob = ({ collection, slug, output, entry }: Content["routes"][number]): PageJob => {
  const { source, path, textHash, edits, tokens } = entry;
  const fingerprint = [collection, slug, path, textHash, tokens, edits && JSON.stringify(edits)].join(" ");
  return {
    source,
    collection,
    slug,
    path,
    output,
    textHash,
    edits,
    fingerprint,
    holdsTokens: tokens !== undefined,
  };
};
