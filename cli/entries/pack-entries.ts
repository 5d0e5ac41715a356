// Entries and pages of a finished build → what the next one needs of each, packed.
import type { Card } from "../assets/cards/plan-card.ts";
import type { Variant } from "../assets/images/plan-variants.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { SiteData } from "../render/site-data.ts";
import type { LinkFacts } from "../verify/kept-texts.ts";
import type { HtmlProblem } from "../verify/scan-html.ts";
import type { EntrySource, EntrySummary, LoadedEntry, ResolvedEntry } from "./load-entries.ts";
import type { Outline } from "./outline.ts";
import type { EntryPage } from "./page-job.ts";
import { type PageReads, packReads } from "./page-reads.ts";
import { isPacked } from "./plain-data.ts";
import type { Requested } from "./rendered-site.ts";
import type { ValueRef } from "./value-store.ts";

/** Numbers are positions in the tables beside it. */
export interface PackedPage {
  readonly outline: Outline;
  readonly links: readonly number[];
  readonly reads: readonly number[];
  readonly variants: readonly number[];
  readonly cards: readonly number[];
  readonly empty?: readonly string[];
  readonly problems?: readonly HtmlProblem[];
}

export interface PackedEntry {
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
export interface Packed {
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
export const pathOf = ({ path }: Pick<EntrySource, "path">): string => path.replaceAll("\\", "/");
export const nameOf = ({ collection, slug, variant }: Named) => `${collection}/${slug}@${variant ?? ""}`;

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

/** Whether an earlier record has the entry, and the page, as they are now. */
export type IsRecorded = (entry: LoadedEntry, page?: EntryPage) => boolean;

/** `isRecorded` leaves out what an earlier record has. */
export function createEntryRecorder(
  { lists }: Pick<SiteData, "lists">,
  isRecorded: IsRecorded = () => false,
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
export function listedIn(lists: SiteData["lists"]) {
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
