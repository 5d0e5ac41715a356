// Published names → those that differ in capitals or in the form of a letter alone: on some hosts and disks one would replace the other.

/** The same for names that such a host takes for one. */
export const foldName = (path: string): string => path.toLowerCase().normalize("NFC");

/** Each name that is like an earlier one, with that one. */
export function findAlike(paths: readonly string[]): [earlier: string, later: string][] {
  const first = new Map<string, string>();
  return paths.flatMap((path): [string, string][] => {
    const other = first.get(foldName(path)) ?? path;
    first.set(foldName(path), other);
    return other === path ? [] : [[other, path]];
  });
}
