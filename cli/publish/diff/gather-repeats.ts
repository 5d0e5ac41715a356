// Changes of many pages → those that are the same on several of them, once: a menu, a footer, a telephone number. Pure.
import { changeKey, type VisibleChange } from "./compare-pages.ts";

export interface RepeatedChange {
  readonly change: VisibleChange;
  /** Addresses. */
  readonly pages: readonly string[];
}

interface ChangedPage {
  readonly kind: string;
  readonly address: string;
  readonly to?: string;
  readonly changes: readonly VisibleChange[];
}

const LEAST_PAGES = 3;

/** `repeated` of a page are positions in that of all. */
export function gatherRepeats<Page extends ChangedPage>(pages: readonly Page[]) {
  const isCompared = ({ kind }: Page) => kind === "changed" || kind === "moved";
  const found = new Map<string, { change: VisibleChange; pages: string[] }>();
  for (const page of pages.filter(isCompared))
    for (const change of page.changes) {
      const key = changeKey(change);
      const repeat = found.get(key) ?? { change, pages: [] };
      repeat.pages.push(page.to ?? page.address);
      found.set(key, repeat);
    }
  const several = [...found].filter(([, { pages: on }]) => on.length >= LEAST_PAGES);
  several.sort(([, a], [, b]) => b.pages.length - a.pages.length);
  const positions = new Map(several.map(([key], index) => [key, index]));
  const positionOf = (page: Page, change: VisibleChange) =>
    isCompared(page) ? positions.get(changeKey(change)) : undefined;
  return {
    pages: pages.map((page) => ({
      ...page,
      changes: page.changes.filter((change) => positionOf(page, change) === undefined),
      repeated: page.changes
        .map((change) => positionOf(page, change))
        .filter((position) => position !== undefined)
        .sort((a, b) => a - b),
    })),
    repeated: several.map(([, each]): RepeatedChange => each),
  };
}
