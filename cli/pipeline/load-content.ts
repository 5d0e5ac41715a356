// Every stage up to the plan: sources → rows, valid entries with resolved references, routes, pictures. Only stale files are read.

import type { Listed } from "../../templates/kit/index.ts";
import type { Fingerprint } from "../assets/cache/fingerprint.ts";
import { collectionsSharingCards } from "../assets/cards/plan-card.ts";
import { type InspectedPicture, locateFindings } from "../assets/images/inspect-pictures.ts";
import type { EntryRow, EntrySource, PublishedEntry, WrittenEntry } from "../content/entries/entry-row.ts";
import { createCharacterList } from "../content/entries/list-characters.ts";
import { sitePlaceholders } from "../content/entries/placeholders.ts";
import { openIndex, type RowToResolve, UNRESOLVED, unresolvedReason } from "../content/entries/resolve-row.ts";
import { staleReason } from "../content/entries/stale-entry.ts";
import { type Clock, clockOf } from "../content/publication/clock.ts";
import { applyEdits, editsAt, type PublicationEdits } from "../content/publication/edits.ts";
import { type Period, type PublicWindow, periodOf } from "../content/publication/windows.ts";
import { copiedEntries } from "../content/references/copied-entries.ts";
import { type LinkTargets, linkTargets } from "../content/references/link-targets.ts";
import { missingPages } from "../content/references/missing-pages.ts";
import { reportMisspeltIds } from "../content/references/misspelt-ids.ts";
import { repeatedKeys } from "../content/references/unique-keys.ts";
import {
  EMPTY_SETTINGS,
  type FinalSettings,
  readSettings,
  resolveSettings,
  type Settings,
} from "../content/settings/read-settings.ts";
import { unreachableRelay } from "../content/settings/relay-address.ts";
import { chooseVariants } from "../content/sources/choose-variants.ts";
import { gatherByFolder } from "../content/sources/empty-folders.ts";
import { listSources, type SourceList, type SourceRef } from "../content/sources/list-sources.ts";
import { checkStaticFile } from "../content/sources/static-files.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { inputPath } from "../emit/inputs.ts";
import type { Unfinished } from "../emit/site-report.ts";
import type { PageJob } from "../render/page-job.ts";
import type { SiteData } from "../render/site-data.ts";
import { entryKey } from "../render/site-fingerprints.ts";
import { publishedPath, type Route } from "../routes/addresses.ts";
import { planRoutes } from "../routes/plan-routes.ts";
import { type RedirectSource, type SiteRedirect, siteRedirects } from "../routes/site-redirects.ts";
import { alikeFiles, reservedFiles, staticCollisions } from "../routes/static-collisions.ts";
import { compareText } from "../text/compare-text.ts";
import type { BuildRecords } from "./build-records.ts";
import { type LoadedRow, type PublishedRows, pathsOver, publishRows } from "./publish-rows.ts";
import { countWork, type StageContext } from "./stage-context.ts";

/** All of the content, checked and resolved, and the plan of what is made from it. */
export interface Content {
  readonly sources: SourceList;
  readonly settings: Settings;
  /** How the settings differ now from what is written. */
  readonly edits: PublicationEdits | undefined;
  /** Between which moments it is the same. */
  readonly period: Period;
  /** Whether anything has a date or is a draft. */
  readonly hasDates: boolean;
  readonly site: Omit<SiteData, "fonts">;
  /** What the fields of entries can refer to. */
  readonly index: LinkTargets;
  /** Fingerprints of what lists show of each entry, by `entryRead`. */
  readonly summaryFingerprints: ReadonlyMap<string, Fingerprint>;
  /** Characters of the site that not every font always has. */
  readonly characters: string;
  readonly routes: readonly Route<PagedEntry>[];
  readonly redirects: readonly SiteRedirect[];
  /** Addresses that are gone on purpose, or whose time is over. */
  readonly gone: readonly string[];
  /** Where each address that is gone on purpose was written. */
  readonly goneSources: ReadonlyMap<string, RedirectSource>;
  readonly pages: readonly PageJob[];
  readonly entries: readonly PublishedEntry[];
  /** By path below content/images. */
  readonly images: ReadonlyMap<string, InspectedPicture>;
  /** The files that name a picture, by the picture's path. */
  readonly namedIn: ReadonlyMap<string, readonly string[]>;
  readonly unfinished: Unfinished;
  /** Files of entries that are not public now. */
  readonly leftOut: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** An entry that has a page. */
type PagedEntry = PublishedEntry & { readonly path: string };

/** Reads, validates and resolves all content. With errors among the diagnostics, the rest may be incomplete. */
export async function loadContent(context: StageContext): Promise<Content> {
  const { config, templates } = context;
  const { collections } = templates.templates;
  const sources = context.sources ?? listSources(config.root, config.contentDir, collections);
  const settings = settingsOf(context, sources.site);
  const variants = chooseVariants(
    sources.entries,
    settings.final?.variants ?? config.variants,
    sources.site,
    config.variants,
  );
  const { rows, index } = await loadRows(context, sources, settings, variants.isChosen);
  const { values, edits, ...resolved } = resolveValues(context, sources.site, settings, index);
  const published = publishRows(rows, collections, settings.clock);
  const addresses = planAddresses(context, sources, values, published, index);
  const pictures = await inspectNamed(context, sources, rows, resolved.images, index);
  const unfinished = findUnfinished(context, sources.site, published);
  return {
    sources,
    settings,
    edits,
    ...datesOf(settings, rows),
    leftOut: published.leftOut.map(({ file }) => file),
    site: siteData(context, values, published.entries, addresses.routes, pictures.inspected),
    index,
    summaryFingerprints: new Map(
      published.entries.map((entry) => [entryKey(entry.collection, entry.slug), entry.summaryFingerprint]),
    ),
    characters: charactersOf(context, settings, rows),
    routes: addresses.routes,
    redirects: addresses.redirects,
    gone: addresses.gone,
    goneSources: addresses.goneSources,
    pages: addresses.routes.map(pageJob),
    entries: published.entries,
    images: new Map(pictures.inspected.map((picture) => [picture.src, picture])),
    namedIn: pictures.namedIn,
    unfinished: unfinished.unfinished,
    diagnostics: gatherByFolder([
      ...sources.diagnostics,
      ...resolved.diagnostics,
      ...staticFileProblems(sources, addresses.routes),
      ...variants.diagnostics,
      ...missingPages(collections, sources, new Set(published.leftOut.map(({ file }) => file))),
      ...rows.flatMap(({ row }) => [...(row.resolved ?? row).diagnostics, ...row.unwritten]),
      ...addresses.diagnostics,
      ...repeatedKeys(collections, published.entries, sources),
      ...copiedEntries(published.entries.filter(({ path }) => path === undefined)),
      ...reportMisspeltIds(unresolvedIn(rows), settings.lists, sources),
      ...pictures.diagnostics,
      ...unreachableRelay(values, sources.site, config),
      ...unfinished.diagnostics,
    ]),
  };
}

/** Read again only where the file has changed, its stamp cannot be trusted, or something in it has a date. */
function settingsOf({ config, templates, records, stamps }: StageContext, site: SourceRef): Settings {
  const stamp = stamps.get(inputPath(site.path)) ?? "";
  const cached = records.settings.get(stamp);
  if (cached) return { ...cached, clock: clockOf(config, cached.clock.timeZone) };
  const settings = readSettings(site, templates, config);
  records.settings.clear();
  if (stamp !== "" && settings.dated.length === 0) records.settings.set(stamp, settings);
  return settings;
}

/** The row of each file, and what fields of entries can refer to. `isChosen`: whether a file is the variant that is published. */
async function loadRows(
  context: StageContext,
  sources: SourceList,
  settings: Settings,
  isChosen: (source: SourceRef) => boolean,
) {
  const { records, stamps, templates } = context;
  const listed = sources.entries.map((source) => ({
    ...source,
    isChosen: isChosen(source),
    stamp: stamps.get(inputPath(source.path)),
  }));
  await readStale(context, listed, settings.clock);
  const index = linkTargets(templates.templates.collections, sources, settings, datedOf(records, listed));
  await resolveStale(context, listed, index);
  const rows = listed.map((source): LoadedRow => ({ source, row: rowOf(records, source) }));
  return { rows, index };
}

/** Reads the files that are new or have changed. */
async function readStale(context: StageContext, sources: readonly EntrySource[], clock: Clock): Promise<void> {
  const { config, records, threads, events } = context;
  const reasons = new Map<EntrySource, string>();
  for (const source of sources) {
    const reason = staleReason(records.entries.get(source.path), source, clock);
    if (reason !== undefined) reasons.set(source, reason);
  }
  if (reasons.size === 0) return;
  countWork(events.onWork, "read", reasons.values());
  // Threads get copies, and the clock of the configuration is none.
  const options = { release: config.release };
  for (const [path, row] of await threads.read([...reasons.keys()], clock, options)) records.entries.set(path, row);
}

/** Resolves the references of files that were just read, and of those that refer to something that has changed. */
async function resolveStale(
  { records, threads, events }: StageContext,
  sources: readonly EntrySource[],
  index: LinkTargets,
): Promise<void> {
  const opened = openIndex(index);
  const reasons = new Map<RowToResolve, string>();
  for (const source of sources) {
    const row = rowOf(records, source);
    const reason = row.entry && unresolvedReason(row, opened);
    if (row.entry && reason !== undefined) reasons.set(rowToResolve(source, row, row.entry), reason);
  }
  if (reasons.size === 0) return;
  const checkedAgain = [...reasons.values()].filter((reason) => reason !== UNRESOLVED);
  countWork(events.onWork, "checked", checkedAgain);
  for (const [path, resolved] of await threads.resolve([...reasons.keys()], index)) {
    const row = records.entries.get(path);
    if (row) records.entries.set(path, { ...row, resolved });
  }
}

/** Only what a thread needs: it gets a copy. */
const rowToResolve = (
  source: EntrySource,
  { diagnostics }: EntryRow,
  { dated, mayHoldTokens, textHash: text }: WrittenEntry,
): RowToResolve => ({ source, diagnostics, dated, mayHoldTokens, textHash: text });

const UNREAD: EntryRow = {
  stamp: undefined,
  diagnostics: [],
  unwritten: [],
  characters: "",
  entry: undefined,
  resolved: undefined,
};

const rowOf = ({ entries }: BuildRecords, { path }: EntrySource): EntryRow => entries.get(path) ?? UNREAD;

type DatedSource = EntrySource & { readonly window: PublicWindow };

/** Entries that are not public at all times. */
const datedOf = (records: BuildRecords, sources: readonly EntrySource[]): DatedSource[] =>
  sources.flatMap((source) => {
    const { entry } = rowOf(records, source);
    return source.isChosen && entry?.isValid && entry.window ? [{ ...source, window: entry.window }] : [];
  });

/** The settings as the site of this moment has them, with the pictures that they name. */
function resolveValues({ templates }: StageContext, site: SourceRef, settings: Settings, index: LinkTargets) {
  const visit = templates.compileFieldVisitor(templates.templates.settings);
  const { dropped, images, diagnostics } = resolveSettings(site, settings, visit, index);
  const edits = editsAt(settings.dated, dropped, settings.clock, (use) => visit(settings.withTokens, use));
  return { values: applyEdits(settings.final ?? EMPTY_SETTINGS, edits), edits, images, diagnostics };
}

function planAddresses(
  { templates }: StageContext,
  sources: SourceList,
  settings: FinalSettings,
  { entries, leftOut }: PublishedRows,
  index: LinkTargets,
) {
  const paged = entries.filter((entry): entry is PagedEntry => entry.path !== undefined);
  const { routes, diagnostics } = planRoutes(paged, settings.links);
  const moved = siteRedirects({ site: sources.site, settings, entries, routes, index });
  // Nobody is to look for the page of an entry whose time is over.
  const over = pathsOver(leftOut, templates.templates.collections)
    .map((path) => publishedPath(path, settings.links))
    .filter((address) => !moved.redirects.some(({ from }) => from === address));
  return {
    routes,
    redirects: moved.redirects,
    gone: [...new Set([...moved.gone, ...over])].sort(),
    goneSources: moved.goneSources,
    diagnostics: [...diagnostics, ...moved.diagnostics],
  };
}

async function inspectNamed(
  { pictures, headersOnly }: StageContext,
  { site, entries }: SourceList,
  rows: readonly LoadedRow[],
  ofSettings: readonly string[],
  index: LinkTargets,
) {
  const namedIn = picturesOf(rows);
  for (const src of ofSettings) namedIn.set(src, [site.file, ...(namedIn.get(src) ?? [])]);
  const named = [...namedIn.keys()].filter((src) => index.images.has(src)).sort();
  const { pictures: inspected, findings } = await pictures.inspect(named, headersOnly);
  return { inspected, namedIn, diagnostics: locateFindings(findings, namedIn, [site, ...entries]) };
}

/** What has to be written or decided before the site is as it is meant to be; reported for a release. */
function findUnfinished({ config }: StageContext, site: SourceRef, { entries, leftOut }: PublishedRows) {
  const unwritten = sitePlaceholders(site, config);
  const unfinished: Unfinished = {
    placeholders: entries.reduce((sum, { placeholders }) => sum + placeholders, unwritten.length),
    drafts: leftOut.flatMap(({ window, file }) => (window?.isDraft ? [file] : [])).sort(),
    starters: entries.flatMap(({ isStarter, file }) => (isStarter ? [file] : [])).sort(),
  };
  return { unfinished, diagnostics: config.release ? unwritten : [] };
}

function datesOf({ dated, clock }: Settings, rows: readonly LoadedRow[]): Pick<Content, "period" | "hasDates"> {
  const ofEntries = rows.flatMap(({ row: { entry } }) => entry?.period ?? []);
  const periods = [periodOf(dated, clock.moment), ...ofEntries];
  return {
    period: {
      from: Math.max(...periods.map(({ from }) => from)),
      until: Math.min(...periods.map(({ until }) => until)),
    },
    hasDates: dated.length > 0 || ofEntries.length > 0,
  };
}

function siteData(
  { config, templates }: StageContext,
  settings: FinalSettings,
  entries: readonly PublishedEntry[],
  routes: Content["routes"],
  pictures: readonly InspectedPicture[],
): Content["site"] {
  const { proseSlot, card } = templates.templates;
  return {
    settings,
    lists: collectLists(entries),
    images: new Map(pictures.map(({ src, facts }) => [src, facts])),
    proseSlot,
    cardVersion: card?.version ?? 0,
    sharedCards: collectionsSharingCards(routes),
    links: settings.links,
    baseUrl: settings.url,
    relayUrl: settings.relay.url,
    ...(config.preview && { isPreview: true }),
  };
}

function charactersOf({ templates }: StageContext, settings: Settings, rows: readonly LoadedRow[]): string {
  const ofSettings = createCharacterList(templates.templates.fonts)(JSON.stringify(settings.withTokens ?? {}));
  return [...new Set(rows.map(({ row }) => row.characters).join("") + ofSettings)].join("");
}

const staticFileProblems = ({ files }: SourceList, routes: Content["routes"]): Diagnostic[] => [
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

/** The pictures that the chosen variants name, valid or not, each with the files that name it. */
function picturesOf(rows: readonly LoadedRow[]): Map<string, string[]> {
  const files = new Map<string, string[]>();
  for (const { source, row } of rows)
    for (const src of (source.isChosen && row.resolved?.images) || [])
      files.get(src)?.push(source.file) ?? files.set(src, [source.file]);
  return new Map([...files].sort(([a], [b]) => compareText(a, b)).map(([src, names]) => [src, names.sort()]));
}

/** What a page is rendered from. */
const pageJob = ({ collection, slug, output, entry }: Content["routes"][number]): PageJob => {
  const { source, path, textHash: text, edits, tokens } = entry;
  const print = [collection, slug, path, text, tokens, edits && JSON.stringify(edits)].join(" ");
  return { source, collection, slug, path, output, text, edits, fingerprint: print, holdsTokens: tokens !== undefined };
};

/** The lists that templates see: by `order`, then by file name. */
function collectLists(entries: readonly PublishedEntry[]): Record<string, Listed<unknown>[]> {
  const lists: Record<string, Listed<unknown>[]> = {};
  const sorted = [...entries].sort((a, b) => a.order - b.order || compareText(a.slug, b.slug));
  for (const { collection, slug, path, summary } of sorted) {
    lists[collection] ??= [];
    lists[collection].push({ slug, ...(path !== undefined && { path }), data: summary });
  }
  return lists;
}
