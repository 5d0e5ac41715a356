// The pages of two sites that differ → which was added, changed, moved or is gone, and what is different in each. Pure.

import { addressOf, outputFile } from "../../../routes/addresses.ts";
import { byPlace, changeKey, comparePages, type LookChange, type VisibleChange } from "./compare-pages.ts";
import type { PageContent } from "./page-facts.ts";
import type { PageChange, RedirectChange, SiteChange } from "./site-change.ts";
import { wholeText } from "./text-changes.ts";

export interface ReadPage {
  readonly path: string;
  readonly facts: PageContent;
  /** What a phone loads with the page, in bytes. */
  readonly weight: number;
}

/** A file of HTML as it is in both sites, or in one. */
export interface PagePair {
  readonly path: string;
  readonly before?: ReadPage | undefined;
  readonly after?: ReadPage | undefined;
}

type UnfoldedChange = Omit<PageChange, "repeated">;

/** The file of the page that this one only leads to; undefined for a page, and for one that leads elsewhere. */
export function leadsTo(page: ReadPage | undefined): string | undefined {
  const to = page?.facts.leadsTo;
  return to?.startsWith("/") ? outputFile(to.replace(/[?#].*$/, "")) : undefined;
}

/** A page with content; undefined for one that only redirects. */
const pageOf = (page: ReadPage | undefined): ReadPage | undefined =>
  page?.facts.leadsTo === undefined ? page : undefined;

export function comparePairs(found: readonly PagePair[]) {
  const pairs = [...found].sort((a, b) => (addressOf(a.path) < addressOf(b.path) ? -1 : 1));
  const arrivals = new Set<string>();
  const ended = pairs.flatMap((pair) => endedPage(pair, pairs, arrivals));
  const added = pairs.filter((pair) => isAdded(pair) && !arrivals.has(pair.path));
  const both = pairs.flatMap(({ path, before, after }) => {
    const [old, next] = [pageOf(before), pageOf(after)];
    return old && next ? [comparedPage({ kind: "changed", address: addressOf(path) }, old, next)] : [];
  });
  const hasLook = (name: LookChange) => both.filter(({ look }) => look.includes(name)).map(({ address }) => address);
  const drafts = [
    ...added.flatMap(({ after }) => (after ? pageAsChanges("added", after) : [])),
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
  return { ...about, name: after.facts.name, ...comparePages(before.facts, after.facts), weight };
}

/** A page that is gone, or whose address now leads to another: compared with that one, if it is new. */
function endedPage(
  { path, before, after }: PagePair,
  pairs: readonly PagePair[],
  arrivals: Set<string>,
): UnfoldedChange[] {
  const old = pageOf(before);
  if (!old || pageOf(after)) return [];
  const to = after?.facts.leadsTo;
  const file = leadsTo(after);
  const target = pairs.find((pair) => pair.path === file);
  const next = target && isAdded(target) && !arrivals.has(target.path) ? target.after : undefined;
  // The address leads nowhere, elsewhere, or to a page that was there before.
  if (!next || to === undefined) return [{ ...pageAsChanges("gone", old), ...(to !== undefined && { to }) }];
  arrivals.add(next.path);
  const page = comparedPage({ kind: "moved", address: addressOf(path), to }, old, next);
  // The address of the page is what has moved.
  const changes = page.changes.filter((change) => change.what !== "head" || change.name !== "canonical address");
  return [{ ...page, changes }];
}

function redirectChange({ path, before, after }: PagePair): RedirectChange[] {
  if (pageOf(before) || pageOf(after)) return [];
  const [led, leads] = [before?.facts.leadsTo, after?.facts.leadsTo];
  return led === leads ? [] : [{ address: addressOf(path), before: led, after: leads }];
}

/** All that is on a page of one site, without the frame that it shares with others. */
function pageAsChanges(kind: "added" | "gone", { path, facts, weight }: ReadPage): UnfoldedChange {
  const [side, state] = kind === "added" ? (["after", "added"] as const) : (["before", "removed"] as const);
  const heads = (["title", "description"] as const).map((name): VisibleChange => {
    return { what: "head", name, [side]: facts.says.get(name) };
  });
  const words = facts.blocks.filter(({ isMain }) => isMain).map((block) => wholeText(state, block));
  const shown = facts.pictures.map(({ src, alt, under }): VisibleChange => {
    return { what: "picture", kind: state, place: "page", under, [side]: { src, alt } };
  });
  const changes = [...heads, ...words, ...shown];
  return { kind, address: addressOf(path), name: facts.name, changes, look: [], weight: { [side]: weight } };
}

/** A change that is the same on so many pages, such as one of a menu or a telephone number, is listed once. */
const LEAST_PAGES = 3;

/** `repeated` of a page are positions in that of all. */
function gatherRepeats(pages: readonly UnfoldedChange[]): Pick<SiteChange, "pages" | "repeated"> {
  const isCompared = ({ kind }: UnfoldedChange) => kind === "changed" || kind === "moved";
  const found = new Map<string, { change: VisibleChange; pages: string[] }>();
  for (const page of pages.filter(isCompared))
    for (const change of page.changes) {
      const key = changeKey(change);
      const repeat = found.get(key) ?? { change, pages: [] };
      repeat.pages.push(page.to ?? page.address);
      found.set(key, repeat);
    }
  const several = [...found].filter(([, { pages: on }]) => on.length >= LEAST_PAGES);
  several.sort(([, a], [, b]) => byPlace(a.change, b.change) || b.pages.length - a.pages.length);
  const positions = new Map(several.map(([key], index) => [key, index]));
  const gathered = pages.map((page) => {
    const own: VisibleChange[] = [];
    const repeated: number[] = [];
    for (const change of page.changes) {
      const position = isCompared(page) ? positions.get(changeKey(change)) : undefined;
      if (position === undefined) own.push(change);
      else repeated.push(position);
    }
    return { ...page, changes: own, repeated: repeated.sort((a, b) => a - b) };
  });
  return { pages: gathered, repeated: several.map(([, each]) => each) };
}
