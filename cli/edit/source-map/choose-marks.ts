// Which text nodes of a page can be marked: as many as possible, as long as the page without its marks equals the served one. A template
// that inspects words (counts, cuts, sorts, compares or encodes them) renders something else when they have marks.

/** Whether the text nodes with a key are marked. */
export type MarkPlan = (key: string) => boolean;

/** Renderings of one page: enough to find some ten offending texts among hundreds. */
const MOST_ATTEMPTS = 160;

/**
 * `holds`: whether the page, rendered by a plan, equals the served one without its marks; `known` was good for this page. `keys` are those
 * of the text nodes that were rendered so far. undefined where no plan holds.
 */
export async function chooseMarks(
  keys: () => Iterable<string>,
  holds: (plan: MarkPlan) => Promise<boolean>,
  known: MarkPlan | undefined,
): Promise<MarkPlan | undefined> {
  const allMarked: MarkPlan = () => true;
  if (await holds(allMarked)) return allMarked;
  if (known && (await holds(known))) return known;
  if (!(await holds(() => false))) return undefined;
  let left = MOST_ATTEMPTS;
  const marked = new Set<string>();
  const unmarked = new Set<string>();
  /** Marks ever smaller groups, with all that are still open unmarked. */
  const grow = async (group: readonly string[]): Promise<void> => {
    if (left-- > 0 && (await holds((key) => marked.has(key) || group.includes(key)))) {
      for (const key of group) marked.add(key);
      return;
    }
    const [only] = group;
    if (group.length === 1 && only !== undefined) unmarked.add(only);
    if (group.length <= 1) return;
    const half = group.length >> 1;
    await grow(group.slice(0, half));
    await grow(group.slice(half));
  };
  await grow([...new Set(keys())]);
  const plan: MarkPlan = (key) => !unmarked.has(key);
  return (await holds(plan)) ? plan : undefined;
}
