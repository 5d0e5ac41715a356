// What the rest of the build needs to know of an entry and its page, as hashes. While an edit leaves them as they were, it changes that page
// alone.
import { contentHash } from "../emit/output-file.ts";
import { noRequests, type SiteRequests } from "../render/dependency-record.ts";
import type { PageFacts } from "../verify/verify-page.ts";
import type { EntrySummary, ResolvedEntry } from "./load-entries.ts";
import { isPlain } from "./plain-data.ts";

export interface Outline {
  /** Names what stages need that look at all entries and pages: addresses, problems. */
  readonly facts: string;
  /** Names its links, the ids that links can lead to, its characters and the pictures that it names. */
  readonly uses: string;
  /** Names the picture files that the page refers to, its card among them. */
  readonly pictures: string;
  /** Names what other pages may show: title, description, its place in lists and what these have of the entry. */
  readonly words: string;
  /** How many texts of it are marked as placeholders, if any. */
  readonly placeholders?: number;
}

/** undefined if the entry shows others more than plain data, which cannot be compared. */
export type Outliner = (entry: ResolvedEntry, facts: PageFacts, requests: SiteRequests) => Outline | undefined;

export function createOutliner(): Outliner {
  // The same picture in the same slot is the same object on every page, as are the links of a piece that pages share.
  const names = new WeakMap<object, string>();
  const nameOf = (requested: object): string => {
    const known = names.get(requested);
    if (known !== undefined) return known;
    const name = contentHash(JSON.stringify(requested));
    names.set(requested, name);
    return name;
  };
  return ({ summary, characters, placeholders, isDraft, reported, resolved }, facts, { variants, cards, empty }) => {
    if (!isPlain(resolved.summary)) return undefined;
    const { collection, slug, file, path, listed, formerly } = summary;
    const ofEntry = [collection, slug, file, path, listed, formerly];
    const ofText = [isDraft, reported, resolved.diagnostics];
    const ofPage = [facts.problems, [...empty]];
    const used = [facts.links.map(nameOf), characters, resolved.images];
    return {
      facts: halfHash(JSON.stringify([ofEntry, ofText, ofPage])),
      uses: halfHash(JSON.stringify(used)),
      pictures: halfHash(JSON.stringify([[...variants].map(nameOf), [...cards].map(nameOf)])),
      words: wordsOf(summary, resolved.summary),
      ...(placeholders > 0 && { placeholders }),
    };
  };
}

const NO_FACTS: PageFacts = { links: [], problems: [] };

/** The outline of an entry that has no page. */
export const outlineWithoutPage = (entry: ResolvedEntry): Outline | undefined =>
  createOutliner()(entry, NO_FACTS, noRequests());

/** `shown` is what lists have of the entry. */
export const wordsOf = (
  { title, description, order }: Pick<EntrySummary, "title" | "description" | "order">,
  shown: unknown,
): string => halfHash(JSON.stringify([title, description, order, shown]));

/** There is one of each kind for every entry: half of a hash is enough. */
const halfHash = (text: string): string => contentHash(text).slice(0, 20);

/** Whether all pages can be rendered as they were: those of the entry differ at most in what they show of it. */
export const isSameForPages = (a: Outline, b: Outline): boolean =>
  a.facts === b.facts && a.uses === b.uses && a.words === b.words;

export const hasSameUses = (a: Outline, b: Outline): boolean => a.uses === b.uses && a.pictures === b.pictures;

export const isSameOutline = (a: Outline | undefined, b: Outline): boolean =>
  a !== undefined && isSameForPages(a, b) && hasSameUses(a, b) && a.placeholders === b.placeholders;
