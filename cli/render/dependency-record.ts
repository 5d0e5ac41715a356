// What pages request while they are rendered: picture files, cards, keys of what they read. A cached piece repeats its requests.
import type { Card } from "../assets/cards/plan-card.ts";
import type { Variant } from "../assets/images/plan-variants.ts";

export interface SiteRequests {
  readonly variants: Set<readonly Variant[]>;
  readonly cards: Set<Card>;
  /** As `site-fingerprints.ts` names them. */
  readonly reads: Set<string>;
}

export interface DependencyRecord {
  variants(requested: readonly Variant[]): void;
  card(requested: Card): void;
  read(key: string): void;
  /** Runs it and returns the requests made meanwhile; enclosing calls record them too. */
  during<Result>(run: () => Result): { readonly result: Result; readonly requests: SiteRequests };
  /** Records all of it once more. */
  replay(requests: SiteRequests): void;
}

export function createDependencyRecord(): DependencyRecord {
  let current: SiteRequests | undefined;
  const replay = (requests: SiteRequests) => {
    if (!current) return;
    for (const variants of requests.variants) current.variants.add(variants);
    for (const card of requests.cards) current.cards.add(card);
    for (const key of requests.reads) current.reads.add(key);
  };
  return {
    variants: (requested) => current?.variants.add(requested),
    card: (requested) => current?.cards.add(requested),
    read: (key) => current?.reads.add(key),
    replay,
    during(run) {
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
