// Elements of the open page → the same elements as the server sent them. Scripts add attributes, remove comments, insert elements and
// render some again; what is not certainly the same has no counterpart.

import { isOurs } from "../../serve/client/morph.ts";

/** `served` is the root element of the served page. */
export function counterpart(live: Element, served: Element): Element | undefined {
  const path: Element[] = [];
  for (let element: Element | null = live; element; element = element.parentElement) path.unshift(element);
  let [at, before] = [path[0], served];
  if (at !== document.documentElement) return undefined;
  for (const next of path.slice(1)) {
    const found: Element | undefined = childLike(next, [...(at as Element).children], [...before.children]);
    if (!found) return undefined;
    at = next;
    before = found;
  }
  return before;
}

/** The same children in the same order; or the only one of its name; or the only one with the same text, as among slides with their copies.
 * */
function childLike(live: Element, now: readonly Element[], before: readonly Element[]): Element | undefined {
  const all = now.filter((element) => !isOurs(element));
  if (all.length === before.length && all.every(({ nodeName }, index) => nodeName === before[index]?.nodeName))
    return before[all.indexOf(live)];
  const named = (elements: readonly Element[]) => elements.filter(({ nodeName }) => nodeName === live.nodeName);
  const twins = named(before);
  if (twins.length === 1 && named(all).length === 1) return twins[0];
  const [same, ...more] = twins.filter(({ textContent }) => textContent === live.textContent);
  return more.length === 0 ? same : undefined;
}

/** The nearest ancestor that has one. */
export function nearestCounterpart(live: Element, served: Element): Element {
  for (let element: Element | null = live; element; element = element.parentElement) {
    const found = counterpart(element, served);
    if (found) return found;
  }
  return served;
}
