// Which text nodes of a page can be marked: as many as possible, as long as the page without its marks equals the served one. A template
// that inspects words (counts, cuts, sorts, compares or encodes them) renders something else when they have marks.

/** Whether the text nodes with a key are marked. */
export type MarkPlan = (key: string) => boolean;

/** Renderings of one page: enough to find some ten offending texts among hundreds. */
const MOST_ATTEMPTS = 160;

/**
 * `isUnchanged`: whether the page, rendered by a plan, equals the served one without its marks. `lastPlan` was good for this page. `keys` are
 * those of the text nodes that were rendered so far. undefined where no plan leaves the page unchanged.
 */
export async function chooseMarks(
  keys: () => Iterable<string>,
  isUnchanged: (plan: MarkPlan) => Promise<boolean>,
  lastPlan: MarkPlan | undefined,
): Promise<MarkPlan | undefined> {
  const allMarked: MarkPlan = () => true;
  if (await isUnchanged(allMarked)) return allMarked;
  if (lastPlan && (await isUnchanged(lastPlan))) return lastPlan;
  if (!(await isUnchanged(() => false))) return undefined;
  let remainingAttempts = MOST_ATTEMPTS;
  const marked = new Set<string>();
  const unmarked = new Set<string>();
  /** Tries to mark ever smaller groups; nodes that were not tried yet stay unmarked. */
  const grow = async (group: readonly string[]): Promise<void> => {
    if (remainingAttempts-- > 0 && (await isUnchanged((key) => marked.has(key) || group.includes(key)))) {
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
  return (await isUnchanged(plan)) ? plan : undefined;
}
