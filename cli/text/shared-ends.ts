/** How many characters or items two sequences share at their beginnings and, in what remains, at their ends. */
export function sharedEnds(a: ArrayLike<string>, b: ArrayLike<string>): { first: number; last: number } {
  const most = Math.min(a.length, b.length);
  let first = 0;
  while (first < most && a[first] === b[first]) first++;
  let last = 0;
  while (last < most - first && a[a.length - 1 - last] === b[b.length - 1 - last]) last++;
  return { first, last };
}
