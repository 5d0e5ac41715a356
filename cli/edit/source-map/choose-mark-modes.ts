// Which text nodes of a page can be marked, and how: as many as possible, as long as the page without its marks equals the served one. A
// template that inspects words (counts, cuts, sorts, compares or encodes them) renders something else when they have marks.
import type { Style, TextNode } from "./source-texts.ts";

export interface Attempt {
  /** Whether it equals the page. */
  readonly isPage: boolean;
  /** How far it equals the page. */
  readonly same: number;
  /** Text nodes around the first difference, the nearest first. */
  readonly near: readonly string[];
}

/** How text nodes are written: those in `styles` in their style, the others as `rest`. Equal plans are the same object. */
export interface Plan {
  readonly rest: Style;
  readonly styles: ReadonlyMap<string, Style>;
}

export const styleIn = ({ rest, styles }: Plan, { key }: Pick<TextNode, "key">): Style => styles.get(key) ?? rest;

/** Renders the page by a plan. */
export type Try = (plan: Plan) => Promise<Attempt>;

/** Renderings of one page: enough to find some ten offending texts among hundreds. */
const MOST_ATTEMPTS = 160;
/** Of these, so many for the text nodes beside the first difference: they are the usual cause. */
const MOST_GUESSES = 40;

/** The most informative first. */
const OTHER_STYLES = ["inset", "coded"] as const;

/** `known` are plans that were good for this page or for others. undefined where there is none. */
export async function settleStyles(
  textNodes: () => Iterable<TextNode>,
  attempt: Try,
  known: readonly Plan[],
): Promise<Plan | undefined> {
  let start: { readonly attempt: Attempt; readonly plan: Plan } | undefined;
  for (const plan of known) {
    const made = await attempt(plan);
    if (made.isPage) return plan;
    start ??= { attempt: made, plan };
  }
  if (!start || !(await attempt({ rest: "bare", styles: new Map() })).isPage) return undefined;
  return (await guess(attempt, start.attempt, start.plan)) ?? (await search(textNodes, attempt));
}

/** Gives one text node after the other another style, as long as that moves the first difference down. */
async function guess(attempt: Try, first: Attempt, known: Plan): Promise<Plan | undefined> {
  let [best, plan] = [first, known];
  for (let left = MOST_GUESSES; left > 0; ) {
    let next: { readonly attempt: Attempt; readonly plan: Plan } | undefined;
    for (const key of best.near) {
      for (const style of [...OTHER_STYLES, "bare"] as const) {
        if (left-- <= 0 || next) break;
        const changed = { ...plan, styles: new Map([...plan.styles, [key, style]]) };
        const made = await attempt(changed);
        if (made.isPage) return changed;
        if (made.same > best.same) next = { attempt: made, plan: changed };
      }
    }
    if (!next) return undefined;
    best = next.attempt;
    plan = next.plan;
  }
  return undefined;
}

/** Tries ever smaller groups of text nodes, with all others that are still open written bare. */
async function search(textNodes: () => Iterable<TextNode>, attempt: Try): Promise<Plan | undefined> {
  let left = MOST_ATTEMPTS;
  const settled = new Map<string, Style>();
  const holds = async (group: readonly string[], style: Style): Promise<boolean> => {
    if (left-- <= 0) return false;
    const styles = new Map([...settled, ...group.map((key) => [key, style] as const)]);
    return (await attempt({ rest: "bare", styles })).isPage;
  };
  const grow = async (group: readonly string[]): Promise<void> => {
    if (group.length === 0) return;
    for (const style of group.length > 1 ? (["framed"] as const) : (["framed", ...OTHER_STYLES] as const)) {
      if (!(await holds(group, style))) continue;
      for (const key of group) settled.set(key, style);
      return;
    }
    if (group.length === 1) return;
    const half = group.length >> 1;
    await grow(group.slice(0, half));
    await grow(group.slice(half));
  };
  const keys = [...new Set(Array.from(textNodes(), ({ key }) => key))];
  await grow(keys);
  for (const key of keys) if (!settled.has(key)) settled.set(key, "bare");
  const plan = { rest: "bare", styles: settled } as const;
  return (await attempt(plan)).isPage ? plan : undefined;
}
