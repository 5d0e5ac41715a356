// What pages request while they are rendered: picture files, cards, keys of what they read. A cached piece repeats its requests.

import type { Card } from "../assets/cards/plan-card.ts";
import type { Variant } from "../assets/images/plan-variants.ts";

export interface SiteRequests {
  readonly variants: Set<readonly Variant[]>;
  readonly cards: Set<Card>;
  /** As `site-fingerprints.ts` names them. */
  readonly reads: Set<string>;
}

export type DependencyRecord = ReturnType<typeof createDependencyRecord>;

export function createDependencyRecord() {
  let current: SiteRequests | undefined;
  /** Records all of it once more. */
  const replay = (requests: SiteRequests) => {
    if (!current) return;
    for (const variants of requests.variants) current.variants.add(variants);
    for (const card of requests.cards) current.cards.add(card);
    for (const key of requests.reads) current.reads.add(key);
  };
  return {
    variants: (requested: readonly Variant[]): void => void current?.variants.add(requested),
    card: (requested: Card): void => void current?.cards.add(requested),
    read: (key: string): void => void current?.reads.add(key),
    replay,
    /** Runs it and returns the requests made meanwhile; enclosing calls record them too. */
    during<Result>(run: () => Result) {
      const outer = current;
      const requests: SiteRequests = { variants: new Set(), cards: new Set(), reads: new Set() };
      current = requests;
      try {
        return { result: run(), requests };
      } finally {
        current = outer;
        replay(requests);
      }
    },
  };
}
