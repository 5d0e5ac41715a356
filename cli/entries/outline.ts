// What the rest of the site can see of an entry and its page, as a hash. While an edit leaves it as it was, it changes that page alone.
import { contentHash } from "../emit/output-file.ts";
import type { SiteRequests } from "../render/dependency-record.ts";
import type { PageFacts } from "../verify/verify-page.ts";
import type { ResolvedEntry } from "./load-entries.ts";
import { isPlain } from "./plain-data.ts";

/** undefined if the entry shows others more than plain data, which cannot be compared. */
export type Outliner = (entry: ResolvedEntry, facts: PageFacts, requests: SiteRequests) => string | undefined;

export function createOutliner(): Outliner {
  // The same picture in the same slot is the same object on every page.
  const names = new WeakMap<object, string>();
  const nameOf = (requested: object): string => {
    const name = names.get(requested) ?? contentHash(JSON.stringify(requested));
    names.set(requested, name);
    return name;
  };
  return ({ summary, characters, placeholders, isDraft, reported, resolved }, facts, { variants, cards, empty }) => {
    if (!isPlain(resolved.summary)) return undefined;
    const { source: _, ...own } = summary;
    // An entry that was opened from a record has them in another order.
    const seen = Object.entries(own).sort(([a], [b]) => (a < b ? -1 : 1));
    const ofEntry = [seen, characters, placeholders, isDraft, reported];
    const ofReferences = [resolved.summary, resolved.images, resolved.diagnostics];
    const ofPage = [facts, [...variants].map(nameOf), [...cards].map(nameOf), [...empty]];
    return contentHash(JSON.stringify([ofEntry, ofReferences, ofPage]));
  };
}
