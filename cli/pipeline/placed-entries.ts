// Entries that have come, are gone, or are at another place, in the lists and the targets of a site that is known.
import type { Listed } from "../../templates/kit/index.ts";
import { compareText } from "../content/list-sources.ts";
import { draftNames, pageTarget, type SiteIndex } from "../content/targets.ts";
import type { EntrySource, EntrySummary } from "../entries/load-entries.ts";
import type { SiteData } from "../render/site-data.ts";

export interface PlacedSite {
  readonly site: SiteData;
  readonly index: SiteIndex;
  /** The `order` of the entries of each list, in the order of the list. */
  readonly orders: Readonly<Record<string, readonly number[]>>;
}

export interface PlacedTarget {
  readonly source: Pick<EntrySource, "collection" | "slug">;
  /** Of its page, as templates give it. */
  readonly address: string | undefined;
  readonly state: "published" | "draft" | "gone";
}

export interface PlacedEntry extends PlacedTarget {
  readonly summary: Pick<EntrySummary, "order">;
  /** What lists have of it. */
  readonly shown: unknown;
}

type Ordered = Pick<EntrySummary, "slug" | "order">;

/** By `order`, then by file name. */
export const byOrder = (a: Ordered, b: Ordered): number => a.order - b.order || compareText(a.slug, b.slug);

export function ordersOf(lists: SiteData["lists"], entries: readonly EntrySummary[]): PlacedSite["orders"] {
  const known = new Map(entries.map(({ collection, slug, order }) => [`${collection}/${slug}`, order]));
  return Object.fromEntries(
    Object.entries(lists).map(([name, list]) => [name, list.map(({ slug }) => known.get(`${name}/${slug}`) ?? 0)]),
  );
}

/** The same lists with these entries as they are now. */
export function placeInLists(
  { site, orders }: Pick<PlacedSite, "site" | "orders">,
  entries: readonly PlacedEntry[],
): Pick<PlacedSite, "site" | "orders"> {
  const placed = { lists: { ...site.lists }, orders: { ...orders } };
  for (const name of new Set(entries.map(({ source }) => source.collection))) {
    const own = new Map(entries.flatMap((each) => (each.source.collection === name ? [[each.source.slug, each]] : [])));
    const others = (site.lists[name] ?? []).map((listed, position) => ({
      slug: listed.slug,
      order: orders[name]?.[position] ?? 0,
      listed,
    }));
    const list = [...others.filter(({ slug }) => !own.has(slug)), ...[...own.values()].flatMap(inList)].sort(byOrder);
    placed.lists[name] = list.map(({ listed }) => listed);
    placed.orders[name] = list.map(({ order }) => order);
  }
  return { site: { ...site, lists: placed.lists }, orders: placed.orders };
}

/** What fields can refer to, with these entries as they are now. */
export const placeTargets = (index: SiteIndex, entries: readonly PlacedTarget[]): SiteIndex =>
  entries.reduce(withTarget, index);

function inList({ source: { slug }, address, state, summary: { order }, shown }: PlacedEntry) {
  const listed: Listed<unknown> = { slug, ...(address !== undefined && { path: address }), data: shown };
  return state === "published" ? [{ slug, order, listed }] : [];
}

/** In the order of a listing, which suggestions follow. */
function withTarget(index: SiteIndex, { source, address, state }: PlacedTarget): SiteIndex {
  const { collection, slug } = source;
  const isThere = state !== "gone";
  const target = address === undefined ? undefined : pageTarget(address);
  const slugs = changedSet(index.slugs[collection], [slug], isThere, (a, b) => compareText(`${a}.`, `${b}.`));
  return {
    ...index,
    slugs: slugs === index.slugs[collection] ? index.slugs : { ...index.slugs, [collection]: slugs },
    paths: changedSet(index.paths, target === undefined ? [] : [target], isThere, compareText),
    drafts: changedSet(index.drafts, draftNames(source, address), state === "draft", compareText),
  };
}

function changedSet(
  known: ReadonlySet<string> = new Set(),
  members: readonly string[],
  isIn: boolean,
  compare: (a: string, b: string) => number,
): ReadonlySet<string> {
  if (members.every((each) => known.has(each) === isIn)) return known;
  const others = [...known].filter((each) => !members.includes(each));
  return new Set(isIn ? [...others, ...members].sort(compare) : others);
}
