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
import { isPublicAt, type Period, type PublicWindow, periodOf } from "../content/publication/windows.ts";
import { copiedEntries } from "../content/references/copied-entries.ts";
import { type LinkTargets, linkTargets } from "../content/references/link-targets.ts";
import { missingPages } from "../content/references/missing-pages.ts";
import { reportMisspeltIds } from "../content/references/misspelt-ids.ts";
import { repeatedKeys } from "../content/references/unique-keys.ts";
import { EMPTY_SETTINGS, readSettings, resolveSettings, type Settings } from "../content/settings/read-settings.ts";
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
  const { config, records, stamps, pictures: sitePictures, headersOnly } = context;
  const { templates, compileFieldVisitor } = context.templates;
  const { collections, settings: settingsSchema, proseSlot, card } = templates;
  const sources = context.sources ?? listSources(config.root, config.contentDir, collections);
  const settings = settingsOf(context, sources.site);
  const { clock } = settings;
  const chosen = settings.final?.variants ?? config.variants;
  const variants = chooseVariants(sources.entries, chosen, sources.site, config.variants);
  const listed = sources.entries.map((source) => ({
    ...source,
    isChosen: variants.isChosen(source),
    stamp: stamps.get(inputPath(source.path)),
  }));
  await readStale(context, listed, clock);
  const index = linkTargets(collections, sources, settings, datedOf(records, listed));
  await resolveStale(context, listed, index);
  const visitSettings = compileFieldVisitor(settingsSchema);
  const resolved = resolveSettings(sources.site, settings, visitSettings, index);
  const edits = editsAt(settings.dated, resolved.dropped, clock, (use) => visitSettings(settings.withTokens, use));
  const values = applyEdits(settings.final ?? EMPTY_SETTINGS, edits);

  const rows = listed.map((source) => ({ source, row: rowOf(records, source) }));
  const pathOf = new Map(collections.map(({ name, path }) => [name, path]));
  const entries = rows.flatMap(({ source, row: { entry, resolved } }): PublishedEntry[] => {
    if (!entry || !resolved || !source.isChosen || !entry.isValid || isLeftOut(entry, clock)) return [];
    const { collection, slug, file } = source;
    const { diagnostics: _, ...named } = resolved;
    return [{ ...entry, ...named, collection, slug, file, source, path: pathOf.get(collection)?.(slug) }];
  });
  const paged = entries.filter((entry): entry is PagedEntry => entry.path !== undefined);
  const { routes, ...planned } = planRoutes(paged, values.links);
  const moved = siteRedirects({ site: sources.site, settings: values, entries, routes, index });

  const namedIn = picturesOf(rows);
  for (const src of resolved.images) namedIn.set(src, [sources.site.file, ...(namedIn.get(src) ?? [])]);
  const named = [...namedIn.keys()].filter((src) => index.images.has(src)).sort();
  const { pictures, findings } = await sitePictures.inspect(named, headersOnly);
  const ofSettings = createCharacterList(templates.fonts)(JSON.stringify(settings.withTokens ?? {}));
  const leftOut = rows.flatMap(({ source, row: { entry } }) =>
    source.isChosen && entry?.isValid && isLeftOut(entry, clock) ? [{ ...source, ...entry }] : [],
  );
  // Nobody is to look for the page of an entry whose time is over.
  const over = leftOut
    .filter(({ window }) => window && !window.isDraft && window.until <= clock.moment)
    .flatMap(({ collection, slug, formerly = [] }) => [pathOf.get(collection)?.(slug) ?? [], formerly].flat())
    .map((path) => publishedPath(path, values.links))
    .filter((address) => !moved.redirects.some(({ from }) => from === address));
  const periods = [
    periodOf(settings.dated, clock.moment),
    ...rows.flatMap(({ row: { entry } }) => entry?.period ?? []),
  ];
  const unwritten = sitePlaceholders(sources.site, config);
  const unresolved = rows.flatMap(({ row }) => row.resolved?.unresolved ?? []);
  return {
    sources,
    settings,
    edits,
    period: {
      from: Math.max(...periods.map(({ from }) => from)),
      until: Math.min(...periods.map(({ until }) => until)),
    },
    hasDates: settings.dated.length > 0 || periods.length > 1,
    leftOut: leftOut.map(({ file }) => file),
    site: {
      settings: values,
      lists: collectLists(entries),
      images: new Map(pictures.map(({ src, facts }) => [src, facts])),
      proseSlot,
      cardVersion: card?.version ?? 0,
      sharedCards: collectionsSharingCards(routes),
      links: values.links,
      baseUrl: values.url,
      relayUrl: values.relay.url,
      ...(config.preview && { isPreview: true }),
    },
    index,
    summaryFingerprints: new Map(
      entries.map(({ collection, slug, summaryFingerprint }) => [entryKey(collection, slug), summaryFingerprint]),
    ),
    characters: [...new Set(rows.map(({ row }) => row.characters).join("") + ofSettings)].join(""),
    routes,
    redirects: moved.redirects,
    gone: [...new Set([...moved.gone, ...over])].sort(),
    goneSources: moved.goneSources,
    pages: routes.map(pageJob),
    entries,
    images: new Map(pictures.map((picture) => [picture.src, picture])),
    namedIn,
    unfinished: {
      placeholders: entries.reduce((sum, { placeholders }) => sum + placeholders, unwritten.length),
      drafts: leftOut.flatMap(({ window, file }) => (window?.isDraft ? [file] : [])).sort(),
      starters: entries.flatMap(({ isStarter, file }) => (isStarter ? [file] : [])).sort(),
    },
    diagnostics: gatherByFolder([
      ...sources.diagnostics,
      ...resolved.diagnostics,
      ...sources.files.flatMap(checkStaticFile),
      ...alikeFiles(sources.files),
      ...reservedFiles(sources.files),
      ...staticCollisions(
        sources.files,
        routes.map(({ output, source }) => ({ path: output, file: source })),
      ),
      ...variants.diagnostics,
      ...missingPages(collections, sources, new Set(leftOut.map(({ file }) => file))),
      ...rows.flatMap(({ row }) => [...(row.resolved ?? row).diagnostics, ...row.unwritten]),
      ...planned.diagnostics,
      ...moved.diagnostics,
      ...repeatedKeys(collections, entries, sources),
      ...copiedEntries(entries.filter(({ path }) => path === undefined)),
      ...reportMisspeltIds(unresolved, settings.lists, sources),
      ...locateFindings(findings, namedIn, [sources.site, ...sources.entries]),
      ...unreachableRelay(values, sources.site, config),
      ...(config.release ? unwritten : []),
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
  const known = [...reasons.values()].filter((reason) => reason !== UNRESOLVED);
  countWork(events.onWork, "checked", known);
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

const isLeftOut = ({ window }: WrittenEntry, { moment, showsAll }: Clock): boolean =>
  window !== undefined && !showsAll && !isPublicAt(window, moment);

type DatedSource = EntrySource & { readonly window: PublicWindow };

/** Entries that are not public at all times. */
const datedOf = (records: BuildRecords, sources: readonly EntrySource[]): DatedSource[] =>
  sources.flatMap((source) => {
    const { entry } = rowOf(records, source);
    return source.isChosen && entry?.isValid && entry.window ? [{ ...source, window: entry.window }] : [];
  });

/** The pictures that the chosen variants name, valid or not, each with the files that name it. */
function picturesOf(rows: readonly { readonly source: EntrySource; readonly row: EntryRow }[]): Map<string, string[]> {
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
