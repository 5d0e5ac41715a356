// Two sequences → runs that are the same in both, and runs that are in one of them only, in order.
import { diffArrays } from "diff";

/** More differences than this become one segment: finding them takes long, and nobody would read them. */
const MOST_EDITS = 2_000;

export function sequenceDiff<Item>(before: readonly Item[], after: readonly Item[], keyOf: (item: Item) => string) {
  const runs = diffArrays(before.map(keyOf), after.map(keyOf), { maxEditLength: MOST_EDITS });
  const segments: { isSame: boolean; before: Item[]; after: Item[] }[] = [];
  if (!runs) return [{ isSame: false, before: [...before], after: [...after] }];
  let from = 0;
  let to = 0;
  for (const { added, removed, count } of runs) {
    const isSame = !added && !removed;
    const last = segments.at(-1);
    const segment = last && !last.isSame && !isSame ? last : { isSame, before: [], after: [] };
    if (segment !== last) segments.push(segment);
    if (!added) segment.before.push(...before.slice(from, from + count));
    if (!removed) segment.after.push(...after.slice(to, to + count));
    from += added ? 0 : count;
    to += removed ? 0 : count;
  }
  return segments;
}

/** The items that are not in the other sequence, or less often. */
export function onlyIn<Item>(items: readonly Item[], others: readonly Item[], keyOf: (item: Item) => string = String) {
  const counts = new Map<string, number>();
  for (const key of others.map(keyOf)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return items.filter((item) => {
    const key = keyOf(item);
    const count = counts.get(key) ?? 0;
    counts.set(key, count - 1);
    return count < 1;
  });
}

/** Removes and returns the first item that matches. */
export function takeFirst<Item>(items: Item[], isMeant: (item: Item) => boolean): Item | undefined {
  const index = items.findIndex(isMeant);
  return index < 0 ? undefined : items.splice(index, 1)[0];
}
