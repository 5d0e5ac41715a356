// Two versions of a tree from the server, and the live one that began as the first: it is changed only where the versions differ.

/** false where the live tree differs too much to place the change, or where a script has taken over the changed part. */
export function morph(old: Element, fresh: Element, live: Element): boolean {
  if (old.isEqualNode(fresh)) return true;
  if (old.hasAttribute("data-island") && !isAsleep(old, fresh, live)) return false;
  bringAttributes(old, fresh, live);
  return bringChildren(old, fresh, live);
}

function bringAttributes(old: Element, fresh: Element, live: Element): void {
  for (const { name } of old.attributes) if (!fresh.hasAttribute(name)) live.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) live.setAttribute(name, value);
}

function bringChildren(old: Element, fresh: Element, live: Element): boolean {
  const before = [...old.childNodes];
  const after = [...fresh.childNodes];
  const now = [...live.childNodes].filter((node) => !isOurs(node));
  if (!isAlike(before, now)) return false;
  let start = 0;
  while (start < before.length && start < after.length && before[start]?.isEqualNode(after[start] as Node)) start++;
  let end = 0;
  const mostEqual = Math.min(before.length, after.length) - start;
  while (end < mostEqual && before.at(-1 - end)?.isEqualNode(after.at(-1 - end) as Node)) end++;
  const oldEnd = before.length - end;
  const newEnd = after.length - end;
  for (let index = start; index < Math.min(oldEnd, newEnd); index++)
    if (!bringNode(before[index] as Node, after[index] as Node, now[index] as ChildNode)) return false;
  const anchor = now[oldEnd] ?? null;
  for (let index = newEnd; index < oldEnd; index++) {
    if (holdsIsland(before[index] as Node)) return false;
    now[index]?.remove();
  }
  for (let index = oldEnd; index < newEnd; index++) {
    if (holdsIsland(after[index] as Node)) return false;
    live.insertBefore(document.importNode(after[index] as Node, true), anchor);
  }
  return true;
}

function bringNode(before: Node, after: Node, live: ChildNode): boolean {
  if (before.isEqualNode(after)) return true;
  if (before instanceof Element && after instanceof Element && before.nodeName === after.nodeName)
    return morph(before, after, live as unknown as Element);
  if (holdsIsland(before) || holdsIsland(after)) return false;
  live.replaceWith(document.importNode(after, true));
  return true;
}

/** An island without code yet takes its texts from the page when its code loads; which code, and when, is already decided. */
const isAsleep = (old: Element, fresh: Element, live: Element) =>
  !live.hasAttribute("data-state") &&
  ["data-island", "data-hydrate"].every((name) => old.getAttribute(name) === fresh.getAttribute(name));

/**
 * The same kinds of nodes in the same order: scripts of the page have not rebuilt this part. Nodes that they added behind the
 * last one stay, such as notices at the end of the page.
 */
const isAlike = (before: readonly Node[], now: readonly Node[]) =>
  before.length <= now.length && before.every((node, index) => node.nodeName === now[index]?.nodeName);

/** Whether this script added the node to the page. */
export const isOurs = (node: Node): boolean => node instanceof Element && node.nodeName.startsWith("EVENTSITE-");

const holdsIsland = (node: Node) =>
  node instanceof Element && (node.hasAttribute("data-island") || node.querySelector("[data-island]") !== null);
