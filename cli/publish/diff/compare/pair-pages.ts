// The differing pages of two sites → which are added, changed, moved or gone, and the changes of each. Pure.

import { addressOf, outputFile } from "../../../routes/addresses.ts";
import { byPlace, changeKey, comparePages, type LookChange, type VisibleChange } from "./compare-pages.ts";
import type { PageContent } from "./page-content.ts";
import type { PageChange, RedirectChange, SiteChange } from "./site-change.ts";
import { wholeText } from "./text-changes.ts";

export interface ReadPage {
  readonly path: string;
  readonly content: PageContent;
  /** The bytes that a phone loads with the page. */
  readonly weight: number;
}

/** A file of HTML in both sites, or in one. */
export interface PagePair {
  readonly path: string;
  readonly before?: ReadPage | undefined;
  readonly after?: ReadPage | undefined;
}

type UnfoldedChange = Omit<PageChange, "repeated">;

/** The file of the page that this one redirects to; undefined for a page, and for a redirect to another site. */
export function leadsTo(page: ReadPage | undefined): string | undefined {
  const to = page?.content.leadsTo;
  return to?.startsWith("/") ? outputFile(to.replace(/[?#].*$/, "")) : undefined;
}

/** A page with content; undefined for one that only redirects. */
const pageOf = (page: ReadPage | undefined): ReadPage | undefined =>
  page?.content.leadsTo === undefined ? page : undefined;

export function comparePairs(unsorted: readonly PagePair[]) {
  const pairs = [...unsorted].sort((a, b) => (addressOf(a.path) < addressOf(b.path) ? -1 : 1));
  const arrivals = new Set<string>();
  const ended = pairs.flatMap((pair) => endedPage(pair, pairs, arrivals));
  const addedPages = pairs.filter((pair) => isAdded(pair) && !arrivals.has(pair.path));
  const both = pairs.flatMap(({ path, before, after }) => {
    const old = pageOf(before);
    const next = pageOf(after);
    return old && next ? [comparedPage({ kind: "changed", address: addressOf(path) }, old, next)] : [];
  });
  const hasLook = (name: LookChange) => both.filter(({ look }) => look.includes(name)).map(({ address }) => address);
  const drafts = [
    ...addedPages.flatMap(({ after }) => (after ? pageAsChanges("added", after) : [])),
    ...both.filter(({ changes }) => changes.length > 0),
    ...ended.filter(({ kind }) => kind === "moved"),
    ...ended.filter(({ kind }) => kind === "gone"),
  ];
  return {
    ...gatherRepeats(drafts),
    redirects: pairs.flatMap(redirectChange),
    look: { style: hasLook("style"), layout: hasLook("layout"), scripts: hasLook("scripts"), data: hasLook("data") },
    alike: both.filter(({ changes, look }) => changes.length + look.length === 0).map(({ address }) => address),
  };
}

const isAdded = ({ before, after }: PagePair) => pageOf(after) !== undefined && pageOf(before) === undefined;

function comparedPage(
  about: Pick<UnfoldedChange, "kind" | "address" | "to">,
  before: ReadPage,
  after: ReadPage,
): UnfoldedChange {
  const weight = { before: before.weight, after: after.weight };
  return { ...about, name: after.content.name, ...comparePages(before.content, after.content), weight };
}

/** A page that is gone, or whose address now redirects to another page. It is compared with that page if that is new. */
function endedPage(
  { path, before, after }: PagePair,
  pairs: readonly PagePair[],
  arrivals: Set<string>,
): UnfoldedChange[] {
  const old = pageOf(before);
  if (!old || pageOf(after)) return [];
  const to = after?.content.leadsTo;
  const file = leadsTo(after);
  const target = pairs.find((pair) => pair.path === file);
  const next = target && isAdded(target) && !arrivals.has(target.path) ? target.after : undefined;
  // The address leads nowhere, to another site, or to a page that was there before.
  if (!next || to === undefined) return [{ ...pageAsChanges("gone", old), ...(to !== undefined && { to }) }];
  arrivals.add(next.path);
  const page = comparedPage({ kind: "moved", address: addressOf(path), to }, old, next);
  // Another canonical address follows from the move.
  const changes = page.changes.filter((change) => change.what !== "head" || change.name !== "canonical address");
  return [{ ...page, changes }];
}

function redirectChange({ path, before, after }: PagePair): RedirectChange[] {
  if (pageOf(before) || pageOf(after)) return [];
  const led = before?.content.leadsTo;
  const leads = after?.content.leadsTo;
  return led === leads ? [] : [{ address: addressOf(path), before: led, after: leads }];
}

/** Reports the whole content of a page, without the frame that it shares with others. */
function pageAsChanges(kind: "added" | "gone", { path, content: facts, weight }: ReadPage): UnfoldedChange {
  const [side, state] = kind === "added" ? (["after", "added"] as const) : (["before", "removed"] as const);
  const heads = (["title", "description"] as const).map((name): VisibleChange => {
    return { what: "head", name, [side]: facts.says.get(name) };
  });
  const texts = facts.blocks.filter(({ isMain }) => isMain).map((block) => wholeText(state, block));
  const pictures = facts.pictures.map(({ src, alt, under }): VisibleChange => {
    return { what: "picture", kind: state, place: "page", under, [side]: { src, alt } };
  });
  const changes = [...heads, ...texts, ...pictures];
  return { kind, address: addressOf(path), name: facts.name, changes, look: [], weight: { [side]: weight } };
}

/** A change that is the same on so many pages, such as that of a menu or a telephone number, is listed once. */
const LEAST_PAGES = 3;

/** `repeated` of a page are positions in `repeated` of the site. */
function gatherRepeats(pages: readonly UnfoldedChange[]): Pick<SiteChange, "pages" | "repeated"> {
  const isCompared = ({ kind }: UnfoldedChange) => kind === "changed" || kind === "moved";
  const repeats = new Map<string, { change: VisibleChange; pages: string[] }>();
  for (const page of pages.filter(isCompared))
    for (const change of page.changes) {
      const key = changeKey(change);
      const repeat = repeats.get(key) ?? { change, pages: [] };
      repeat.pages.push(page.to ?? page.address);
      repeats.set(key, repeat);
    }
  const several = [...repeats].filter(([, { pages: on }]) => on.length >= LEAST_PAGES);
  several.sort(([, a], [, b]) => byPlace(a.change, b.change) || b.pages.length - a.pages.length);
  const positions = new Map(several.map(([key], index) => [key, index]));
  const gathered = pages.map((page) => {
    const changes: VisibleChange[] = [];
    const repeated: number[] = [];
    for (const change of page.changes) {
      const position = isCompared(page) ? positions.get(changeKey(change)) : undefined;
      if (position === undefined) changes.push(change);
      else repeated.push(position);
    }
    return { ...page, changes, repeated: repeated.sort((a, b) => a - b) };
  });
  return { pages: gathered, repeated: several.map(([, each]) => each) };
}
