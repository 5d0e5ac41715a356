// Entries and pages as a finished build knew them, for the next build: what the rest of the site needs of each. Its values are read where a
// page has to be rendered.
import type { Card } from "../assets/cards/plan-card.ts";
import type { Variant } from "../assets/images/plan-variants.ts";
import type { SiteIndex } from "../content/resolve-references.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { SiteData } from "../render/site-data.ts";
import type { LinkFacts } from "../verify/kept-texts.ts";
import type { HtmlProblem } from "../verify/scan-html.ts";
import type { EntryRules } from "./entry-rules.ts";
import {
  type EntrySource,
  type EntrySummary,
  type LoadedEntry,
  type LoadedFile,
  type ResolvedEntry,
  withData,
  withValues,
} from "./load-entries.ts";
import type { Outline } from "./outline.ts";
import type { EntryPage, EntryRecord } from "./page-job.ts";
import { type PageReads, packReads } from "./page-reads.ts";
import { isPacked } from "./plain-data.ts";
import type { RenderedEntry, RenderedPages, Requested } from "./rendered-site.ts";
import type { ValueRef, ValueStore } from "./value-store.ts";

/** Numbers are positions in the tables beside it. */
interface PackedPage {
  readonly outline: Outline;
  readonly links: readonly number[];
  readonly reads: readonly number[];
  readonly variants: readonly number[];
  readonly cards: readonly number[];
  readonly empty?: readonly string[];
  readonly problems?: readonly HtmlProblem[];
}

interface PackedEntry {
  readonly summary: Omit<EntrySummary, "collection" | "slug" | "file" | "source">;
  readonly characters?: string;
  readonly placeholders?: number;
  readonly isDraft?: boolean;
  readonly mayHoldTokens?: boolean;
  readonly reported?: readonly Diagnostic[];
  readonly found?: readonly Diagnostic[];
  readonly images?: readonly string[];
  /** What other pages can see, unless it is in the lists of the site. */
  readonly shown?: unknown;
  readonly value?: ValueRef;
  readonly page?: PackedPage;
}

/** What one thread of a build knew. */
interface Packed {
  readonly strings: readonly string[];
  readonly variants: readonly (readonly Variant[])[];
  readonly cards: readonly Card[];
  /** Of the pieces of pages: positions of their targets and ids. */
  readonly links: readonly (readonly [targets: readonly number[], ids: readonly number[]])[];
  readonly shared: readonly string[];
  readonly entries: Readonly<Record<string, PackedEntry>>;
}

type Named = Pick<EntrySource, "collection" | "slug" | "variant">;
/** As the record of inputs has it. */
const pathOf = ({ path }: Pick<EntrySource, "path">): string => path.replaceAll("\\", "/");
const nameOf = ({ collection, slug, variant }: Named) => `${collection}/${slug}@${variant ?? ""}`;

/** What one thread of a build knew, for the next build. */
export interface PackedEntries {
  readonly entries: Uint8Array;
  /** Of the same pages. */
  readonly reads: PageReads;
  /** Keys of what was read once for all pages. */
  readonly shared: readonly string[];
}

export interface EntryRecorder {
  page(entry: ResolvedEntry, page: EntryPage, requests: Requested): void;
  /** The record, once all pages are rendered; undefined if templates keep more of an entry than plain data. */
  pack(entries: readonly LoadedEntry[], shared: ReadonlySet<string>): PackedEntries | undefined;
}

/** `isRecorded` leaves out what an earlier record has. */
export function createEntryRecorder(
  { lists }: Pick<SiteData, "lists">,
  isRecorded: RecordedEntries["isRecorded"] = () => false,
): EntryRecorder {
  const isListed = listedIn(lists);
  const strings = createTable<string>();
  const variants = createTable<readonly Variant[]>();
  const cards = createTable<Card>();
  const links = createTable<LinkFacts>();
  /** As JSON, which takes less memory. */
  const entries: string[] = [];
  const reads: [page: string, keys: readonly string[]][] = [];
  const seen = new Set<LoadedEntry>();
  let isWhole = true;
  const add = (entry: LoadedEntry, page?: PackedPage) => {
    const { summary, characters, placeholders, isDraft, mayHoldTokens, reported, resolved, value } = entry;
    if (!resolved || !isPacked(resolved.summary)) {
      isWhole = false;
      return;
    }
    const { collection: _, slug: __, file: ___, source, ...own } = summary;
    const packed: PackedEntry = {
      summary: own,
      ...(!isListed(source) && { shown: resolved.summary }),
      ...(characters !== "" && { characters }),
      ...(placeholders > 0 && { placeholders }),
      ...(isDraft && { isDraft }),
      ...(mayHoldTokens && { mayHoldTokens }),
      ...(reported.length > 0 && { reported }),
      ...(resolved.diagnostics.length > 0 && { found: resolved.diagnostics }),
      ...(resolved.images.length > 0 && { images: resolved.images }),
      ...(value && { value }),
      ...(page && { page }),
    };
    entries.push(`${JSON.stringify(nameOf(source))}:${JSON.stringify(packed)}`);
  };
  return {
    page(entry, page, requests) {
      seen.add(entry);
      if (isRecorded(entry, page)) return;
      if (page.outline === undefined) {
        isWhole = false;
        return;
      }
      reads.push([pathOf(entry.source), [...requests.reads]]);
      const { problems } = page.facts;
      add(entry, {
        outline: page.outline,
        links: page.facts.links.map(links.at),
        reads: [...requests.reads].map(strings.at),
        variants: [...requests.variants].map(variants.at),
        cards: [...requests.cards].map(cards.at),
        ...(requests.empty.size > 0 && { empty: [...requests.empty] }),
        ...(problems.length > 0 && { problems }),
      });
    },
    pack(all, shared) {
      for (const entry of all) if (!seen.has(entry) && !isRecorded(entry)) add(entry);
      if (!isWhole) return undefined;
      const tables: Omit<Packed, "entries"> = {
        links: links.values.map(({ targets, ids }) => [targets.map(strings.at), ids.map(strings.at)]),
        strings: strings.values,
        variants: variants.values,
        cards: cards.values,
        shared: [...shared],
      };
      const text = `${JSON.stringify(tables).slice(0, -1)},"entries":{${entries.join()}}}`;
      return { entries: Buffer.from(text), reads: packReads(reads), shared: tables.shared };
    },
  };
}

/** Gives what the lists of a site show of an entry, as `{ data }`. */
function listedIn(lists: SiteData["lists"]) {
  const byName = Object.entries(lists).map(
    ([name, list]) => [name, new Map(list.map((entry) => [entry.slug, entry]))] as const,
  );
  const known = new Map(byName);
  return ({ collection, slug, isChosen }: Pick<EntrySource, "collection" | "slug" | "isChosen">) =>
    isChosen ? known.get(collection)?.get(slug) : undefined;
}

function createTable<Value>() {
  const values: Value[] = [];
  const positions = new Map<Value, number>();
  const at = (value: Value): number => {
    const known = positions.get(value) ?? values.length;
    if (known === values.length) {
      positions.set(value, known);
      values.push(value);
    }
    return known;
  };
  return { values, at };
}

/** What a build knows from the one before. */
export interface RecordedEntries {
  readonly index: SiteIndex;
  readonly rendered: RenderedPages;
  /** Of a file that has not changed since. */
  file(source: EntrySource): LoadedFile | undefined;
  /** Whether it knows the entry, and the page, as they are now. */
  isRecorded(entry: LoadedEntry, page?: EntryPage): boolean;
  readonly renderedAtMost: number;
}

/** undefined if these are not the bytes of a record. */
export function openRecordedEntries(
  { index, site, packed, edited, published, renderedAtMost }: EntryRecord,
  rules: EntryRules,
  values: ValueStore | undefined,
): RecordedEntries | undefined {
  const known = unpack(packed);
  if (!known) return undefined;
  const made = new WeakMap<
    LoadedEntry["resolved"] & object,
    { readonly packed: PackedEntry; readonly tables: OpenTables }
  >();
  const pages = new WeakSet<EntryPage>();
  const listed = listedIn(site.lists);
  return {
    index,
    renderedAtMost,
    isRecorded: ({ resolved }, page) => resolved !== undefined && made.has(resolved) && (!page || pages.has(page)),
    rendered: {
      site,
      keepsHtml: false,
      shared: known.shared,
      find(output, entry) {
        const { packed, tables } = made.get(entry.resolved) ?? {};
        const file = published.get(output);
        if (!packed?.page || !tables || !file) return undefined;
        const rendered = openPage(packed.page, tables, { output, ...file }, entry);
        pages.add(rendered.page);
        return rendered;
      },
    },
    file(source) {
      const found = edited.has(pathOf(source)) ? undefined : known.find(nameOf(source));
      if (!found) return undefined;
      // What was published may be another variant now.
      const shown = "shown" in found.packed ? found.packed.shown : listed({ ...source, isChosen: true })?.data;
      const entry = openEntry(found.packed, shown, source, index, (base) => withValues(base, values, rules));
      made.set(entry.resolved, found);
      const { reported, characters } = entry;
      return { source, diagnostics: reported, characters, entry };
    },
  };
}

type OpenTables = ReturnType<typeof openTables>;

function openTables(tables: Packed) {
  const opened: LinkFacts[] = [];
  const stringAt = (position: number): string => tables.strings[position] ?? "";
  return {
    ...tables,
    stringAt,
    /** The same object for the same position. */
    linksAt(position: number): LinkFacts {
      const [targets, ids] = tables.links[position] ?? [[], []];
      opened[position] ??= { targets: targets.map(stringAt), ids: ids.map(stringAt) };
      return opened[position];
    },
  };
}

function unpack(packed: readonly Uint8Array[]) {
  try {
    // The latest first.
    const parts = packed.map((bytes) => openTables(JSON.parse(Buffer.from(bytes).toString()))).reverse();
    return {
      shared: new Set(parts.flatMap(({ shared }) => shared)),
      find(name: string) {
        for (const tables of parts) {
          const found = tables.entries[name];
          if (found) return { packed: found, tables };
        }
        return undefined;
      },
    };
  } catch {
    return undefined;
  }
}

function openEntry(
  packed: PackedEntry,
  shown: unknown,
  source: EntrySource,
  index: SiteIndex,
  open: (entry: Omit<LoadedEntry, "written">) => LoadedEntry,
): ResolvedEntry {
  const { collection, slug, file } = source;
  const { path, formerly } = packed.summary;
  const entry = open({
    source,
    value: packed.value,
    mayHoldTokens: packed.mayHoldTokens === true,
    isValid: true,
    summary: { ...packed.summary, path, formerly, collection, slug, file, source },
    characters: packed.characters ?? "",
    placeholders: packed.placeholders ?? 0,
    isDraft: packed.isDraft === true,
    reported: packed.reported ?? [],
  });
  const { images = [], found: diagnostics = [] } = packed;
  return Object.assign(entry, { resolved: withData(entry, { index, images, diagnostics, summary: shown }) });
}

function openPage(
  { outline, links, reads, variants, cards, empty = [], problems = [] }: PackedPage,
  tables: OpenTables,
  published: Pick<EntryPage, "output" | "bytes" | "hash">,
  { summary: { collection, slug, path = "/" }, resolved }: ResolvedEntry,
): RenderedEntry {
  const keys = new Set(reads.map(tables.stringAt));
  const facts = { links: links.map(tables.linksAt), problems };
  return {
    job: { collection, slug, path, output: published.output },
    resolved,
    page: { ...published, facts, outline, content: undefined },
    requests: {
      variants: new Set(variants.flatMap((position) => [tables.variants[position] ?? []])),
      cards: new Set(cards.flatMap((position) => tables.cards[position] ?? [])),
      empty: new Set(empty),
      reads: keys,
    },
  };
}
