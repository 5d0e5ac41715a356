// Elements of the open page → the same elements as the server sent them.

import { isOurs } from "../../serve/client/morph.ts";
import type { ServedPage } from "../../serve/client/page-version.ts";

/**
 * The same element as the server sent it. Scripts add attributes, remove comments, insert elements and render some again. undefined
 * where it is not certain which one it was.
 */
export function servedElement(live: Element, page: ServedPage): Element | undefined {
  if (live === document.documentElement) return page.elements[0];
  const parent = live.parentElement;
  const served = parent && servedElement(parent, page);
  return served ? childLike(live, [...parent.children], [...served.children]) : undefined;
}

/** By its place among the same children, or as the only child with its name, or with its text, as a slide among copies of slides. */
function childLike(live: Element, now: readonly Element[], before: readonly Element[]): Element | undefined {
  const all = now.filter((element) => !isOurs(element));
  if (all.length === before.length && all.every(({ nodeName }, index) => nodeName === before[index]?.nodeName))
    return before[all.indexOf(live)];
  const named = (elements: readonly Element[]) => elements.filter(({ nodeName }) => nodeName === live.nodeName);
  const twins = named(before);
  if (twins.length === 1 && named(all).length === 1) return twins[0];
  const [same, ...others] = twins.filter(({ textContent }) => textContent === live.textContent);
  return others.length === 0 ? same : undefined;
}

export const nearestServedElement = (live: Element, page: ServedPage): Element | undefined =>
  servedElement(live, page) ?? (live.parentElement ? nearestServedElement(live.parentElement, page) : page.elements[0]);
