// Which notices are shown and which wait. Pure, for any type of notice.

/** The most that are shown at once. */
export const SEEN_AT_ONCE = 3;

export interface NoticeQueue<Item> {
  /** The oldest first. */
  readonly seen: readonly Item[];
  readonly waiting: readonly Item[];
}

export const emptyQueue: NoticeQueue<never> = { seen: [], waiting: [] };

/** `isSame` prevents duplicates: pressing a button ten times queues one notice. */
export function enqueue<Item>(
  { seen, waiting }: NoticeQueue<Item>,
  item: Item,
  isSame: (one: Item, other: Item) => boolean,
): NoticeQueue<Item> {
  if (seen.length < SEEN_AT_ONCE) return { seen: [...seen, item], waiting };
  return waiting.some((each) => isSame(each, item)) ? { seen, waiting } : { seen, waiting: [...waiting, item] };
}

/** A closed notice is replaced by the one that has waited longest. */
export function dequeue<Item>({ seen, waiting }: NoticeQueue<Item>, item: Item): NoticeQueue<Item> {
  const left = seen.filter((each) => each !== item);
  if (left.length === seen.length) return { seen, waiting };
  const next = waiting.slice(0, SEEN_AT_ONCE - left.length);
  return { seen: [...left, ...next], waiting: waiting.slice(next.length) };
}
