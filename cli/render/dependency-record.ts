// What pages request from the site while they are rendered: picture files, cards, empty lists and what they read of other entries. A cached piece
// or page repeats its requests.
import type { Card } from "../assets/cards/plan-card.ts";
import type { Variant } from "../assets/images/plan-variants.ts";
import type { ListField, ReadReport } from "./site-reads.ts";

export interface SiteRequests {
  readonly variants: Set<readonly Variant[]>;
  readonly cards: Set<Card>;
  /** Collections that were requested and have no entry. */
  readonly empty: Set<string>;
  /** Keys of what was read, without single fields. */
  readonly reads: Set<string>;
  /** Single fields: of which entries, by slug, and how often. */
  readonly fields: Map<ListField, Map<string, number>>;
}

export interface DependencyRecord extends ReadReport {
  variants(asked: readonly Variant[]): void;
  card(asked: Card): void;
  empty(collection: string): void;
  /** Runs it and returns the requests made meanwhile; enclosing calls record them too. */
  during<Result>(run: () => Result): { readonly result: Result; readonly requests: SiteRequests };
  /** Records all of it again. */
  again(requests: SiteRequests): void;
}

export const noRequests = (): SiteRequests => ({
  variants: new Set(),
  cards: new Set(),
  empty: new Set(),
  reads: new Set(),
  fields: new Map(),
});

function addField(fields: SiteRequests["fields"], field: ListField, slug: string, count: number): void {
  const counts = fields.get(field);
  if (counts) counts.set(slug, (counts.get(slug) ?? 0) + count);
  else fields.set(field, new Map([[slug, count]]));
}

export function createDependencyRecord(): DependencyRecord {
  let current: SiteRequests | undefined;
  const again = ({ variants, cards, empty, reads, fields }: SiteRequests) => {
    if (!current) return;
    for (const asked of variants) current.variants.add(asked);
    for (const card of cards) current.cards.add(card);
    for (const collection of empty) current.empty.add(collection);
    for (const key of reads) current.reads.add(key);
    for (const [field, counts] of fields)
      for (const [slug, count] of counts) addField(current.fields, field, slug, count);
  };
  return {
    variants: (asked) => current?.variants.add(asked),
    card: (asked) => current?.cards.add(asked),
    empty: (collection) => current?.empty.add(collection),
    read: (key) => current?.reads.add(key),
    readField: (field, slug) => current && addField(current.fields, field, slug, 1),
    again,
    during(run) {
      const outer = current;
      const requests = noRequests();
      current = requests;
      try {
        return { result: run(), requests };
      } finally {
        current = outer;
        again(requests);
      }
    },
  };
}
