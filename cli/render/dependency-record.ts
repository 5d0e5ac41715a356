// Records what pages request while they are rendered: picture files, cards, and keys of what they depend on. A cached piece repeats its requests.

import type { Card } from "../assets/cards/plan-card.ts";
import type { Variant } from "../assets/images/plan-variants.ts";

export interface SiteRequests {
  readonly variants: Set<readonly Variant[]>;
  readonly cards: Set<Card>;
  /** Keys of `site-fingerprints.ts`. */
  readonly dependencies: Set<string>;
}

export interface DependencyRecord {
  variants(requested: readonly Variant[]): void;
  card(requested: Card): void;
  /** Records the key of something that the page depends on. */
  dependency(key: string): void;
  /** Records all requests of a cached piece once more. */
  replay(requests: SiteRequests): void;
  /** Calls `run` and returns the requests that were made meanwhile. Enclosing calls record them, too. */
  during<Result>(run: () => Result): { readonly result: Result; readonly requests: SiteRequests };
}

export function createDependencyRecord(): DependencyRecord {
  let current: SiteRequests | undefined;
  const replay = (requests: SiteRequests) => {
    if (!current) return;
    for (const variants of requests.variants) current.variants.add(variants);
    for (const card of requests.cards) current.cards.add(card);
    for (const key of requests.dependencies) current.dependencies.add(key);
  };
  return {
    variants: (requested) => void current?.variants.add(requested),
    card: (requested) => void current?.cards.add(requested),
    dependency: (key) => void current?.dependencies.add(key),
    replay,
    during(run) {
      const outer = current;
      const requests: SiteRequests = { variants: new Set(), cards: new Set(), dependencies: new Set() };
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
