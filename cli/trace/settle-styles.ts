// Which leaves of a page can be marked, and how: as many as possible, and only so that the page without its marks is the very page that is
// served. A template that looks into words (counts, cuts, sorts, compares or encodes them) shows other things when there are marks in them.
import type { Leaf, Style } from "./leaves.ts";

export interface Attempt {
  /** Whether it came out as the page. */
  readonly isPage: boolean;
  /** How far it is the page. */
  readonly same: number;
  /** Leaves around the place where it is not any more, the nearest first. */
  readonly near: readonly string[];
}

/** Renders the page with leaves in these styles. */
export type Try = (styleOf: (leaf: Leaf) => Style) => Promise<Attempt>;

export type Styles = ReadonlyMap<string, Style>;

/** Renderings of one page: enough to find some ten offending texts among hundreds. */
const MOST_ATTEMPTS = 160;
/** Of these, so many go to what stands beside the first difference: it mostly is what makes it. */
const MOST_GUESSES = 40;

/** In the order in which they tell most. */
const OTHER_STYLES = ["inset", "coded"] as const;

/** `known` are styles that were settled before, for this page or others. undefined where no way was found. */
export async function settleStyles(
  leaves: () => Iterable<Leaf>,
  attempt: Try,
  known: Styles,
): Promise<Styles | undefined> {
  const first = await attempt(({ key }) => known.get(key) ?? "framed");
  if (first.isPage) return known;
  if (!(await attempt(() => "bare")).isPage) return undefined;
  return (await guess(attempt, first, known)) ?? (await search(leaves, attempt));
}

/** Gives one leaf after the other another style, as long as the page comes out right further down for it. */
async function guess(attempt: Try, first: Attempt, known: Styles): Promise<Styles | undefined> {
  let [best, styles] = [first, known];
  for (let left = MOST_GUESSES; left > 0; ) {
    let next: { readonly attempt: Attempt; readonly styles: Styles } | undefined;
    for (const key of best.near) {
      for (const style of [...OTHER_STYLES, "bare"] as const) {
        if (left-- <= 0 || next) break;
        const changed = new Map([...styles, [key, style]]);
        const made = await attempt((leaf) => changed.get(leaf.key) ?? "framed");
        if (made.isPage) return changed;
        if (made.same > best.same) next = { attempt: made, styles: changed };
      }
    }
    if (!next) return undefined;
    best = next.attempt;
    styles = next.styles;
  }
  return undefined;
}

/** Puts ever smaller groups of leaves on trial, all others that are not settled yet bare. */
async function search(leaves: () => Iterable<Leaf>, attempt: Try): Promise<Styles | undefined> {
  let left = MOST_ATTEMPTS;
  const styles = new Map<string, Style>();
  const settled = new Set<string>();
  const settledStyle = (key: string): Style => (settled.has(key) ? (styles.get(key) ?? "framed") : "bare");
  const holds = async (group: readonly string[], style: Style): Promise<boolean> => {
    if (left-- <= 0) return false;
    const keys = new Set(group);
    return (await attempt(({ key }) => (keys.has(key) ? style : settledStyle(key)))).isPage;
  };
  const grow = async (group: readonly string[]): Promise<void> => {
    if (group.length === 0) return;
    for (const style of group.length > 1 ? (["framed"] as const) : (["framed", ...OTHER_STYLES] as const)) {
      if (!(await holds(group, style))) continue;
      for (const key of group) {
        settled.add(key);
        if (style !== "framed") styles.set(key, style);
      }
      return;
    }
    if (group.length === 1) return;
    const half = group.length >> 1;
    await grow(group.slice(0, half));
    await grow(group.slice(half));
  };
  const keys = [...new Set(Array.from(leaves(), ({ key }) => key))];
  await grow(keys);
  for (const key of keys) if (!settled.has(key)) styles.set(key, "bare");
  return (await attempt(({ key }) => settledStyle(key))).isPage ? styles : undefined;
}
