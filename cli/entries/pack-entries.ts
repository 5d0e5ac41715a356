// Entries and pages of a finished build → what the next one needs of each, packed.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { SiteData } from "../render/site-data.ts";
import type { HtmlProblem } from "../verify/scan-html.ts";
import type { EntrySource, EntrySummary, LoadedEntry, ResolvedEntry } from "./load-entries.ts";
import type { Outline } from "./outline.ts";
import { createTable, createUseRecorder, type Uses } from "./pack-uses.ts";
import type { EntryPage, PackedParts } from "./page-job.ts";
import { type PageReads, packReads, targetRead } from "./page-reads.ts";
import { isPacked } from "./plain-data.ts";
import type { Requested } from "./rendered-site.ts";
import type { ValueRef } from "./value-store.ts";

/** Numbers are positions in the tables beside it. */
export interface PackedPage {
  readonly outline: Outline;
  readonly reads: readonly number[];
  readonly empty?: readonly string[];
  readonly problems?: readonly HtmlProblem[];
}

export interface PackedEntry {
  readonly summary: Omit<EntrySummary, "collection" | "slug" | "file" | "source">;
  readonly placeholders?: number;
  readonly isDraft?: boolean;
  readonly mayHoldTokens?: boolean;
  readonly reported?: readonly Diagnostic[];
  readonly found?: readonly Diagnostic[];
  readonly images?: readonly string[];
  readonly targets?: readonly number[];
  /** What other pages can see, unless it is in the lists of the site. */
  readonly shown?: unknown;
  readonly value?: ValueRef;
  readonly page?: PackedPage;
}

/** What one thread of a build knew. */
export interface Packed {
  readonly strings: readonly string[];
  readonly shared: readonly string[];
  readonly entries: Readonly<Record<string, PackedEntry>>;
}

type Named = Pick<EntrySource, "collection" | "slug" | "variant">;
/** As the record of inputs has it. */
export const pathOf = ({ path }: Pick<EntrySource, "path">): string => path.replaceAll("\\", "/");
export const nameOf = ({ collection, slug, variant }: Named) => `${collection}/${slug}@${variant ?? ""}`;

/** What one thread of a build knew, for the next build. */
export interface PackedEntries extends PackedParts {
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
  const uses = createUseRecorder();
  /** As JSON, which takes less memory. */
  const entries: string[] = [];
  const reads: [page: string, keys: readonly string[]][] = [];
  const seen = new Set<LoadedEntry>();
  let isWhole = true;
  const add = (entry: LoadedEntry, made?: { readonly page: PackedPage; readonly uses: Omit<Uses, "characters"> }) => {
    const { summary, characters, placeholders, isDraft, mayHoldTokens, reported, resolved, value } = entry;
    if (!resolved || !isPacked(resolved.summary)) {
      isWhole = false;
      return;
    }
    const { collection: _, slug: __, file: ___, source, ...own } = summary;
    const packed: PackedEntry = {
      summary: own,
      ...(!isListed(source) && { shown: resolved.summary }),
      ...(placeholders > 0 && { placeholders }),
      ...(isDraft && { isDraft }),
      ...(mayHoldTokens && { mayHoldTokens }),
      ...(reported.length > 0 && { reported }),
      ...(resolved.diagnostics.length > 0 && { found: resolved.diagnostics }),
      ...(resolved.images.length > 0 && { images: resolved.images }),
      ...(resolved.targets.length > 0 && { targets: resolved.targets.map(strings.at) }),
      ...(value && { value }),
      ...(made && { page: made.page }),
    };
    uses.add(nameOf(source), { links: [], variants: [], cards: [], ...made?.uses, characters });
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
      reads.push([pathOf(entry.source), [...requests.reads, ...targetsOf(entry)]]);
      const { problems, links } = page.facts;
      add(entry, {
        page: {
          outline: page.outline,
          reads: [...requests.reads].map(strings.at),
          ...(requests.empty.size > 0 && { empty: [...requests.empty] }),
          ...(problems.length > 0 && { problems }),
        },
        uses: { output: page.output, links, variants: [...requests.variants], cards: [...requests.cards] },
      });
    },
    pack(all, shared) {
      for (const entry of all) {
        if (seen.has(entry) || isRecorded(entry)) continue;
        reads.push([pathOf(entry.source), targetsOf(entry)]);
        add(entry);
      }
      if (!isWhole) return undefined;
      const tables: Omit<Packed, "entries"> = { strings: strings.values, shared: [...shared] };
      const text = `${JSON.stringify(tables).slice(0, -1)},"entries":{${entries.join()}}}`;
      return { entries: Buffer.from(text), uses: uses.pack(), reads: packReads(reads), shared: tables.shared };
    },
  };
}

const targetsOf = ({ resolved }: LoadedEntry): string[] => (resolved?.targets ?? []).map(targetRead);

/** Gives what the lists of a site show of an entry, as `{ data }`. */
export function listedIn(lists: SiteData["lists"]) {
  const byName = Object.entries(lists).map(
    ([name, list]) => [name, new Map(list.map((entry) => [entry.slug, entry]))] as const,
  );
  const known = new Map(byName);
  return ({ collection, slug, isChosen }: Pick<EntrySource, "collection" | "slug" | "isChosen">) =>
    isChosen ? known.get(collection)?.get(slug) : undefined;
}
