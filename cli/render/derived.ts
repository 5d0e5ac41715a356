// What templates derive from lists for many pages. Each is made once from lists that report nothing: pages read the result, and not the lists.
import type { Derivation, SiteLists, SiteView } from "../../templates/kit/index.ts";
import { isSameData } from "./same-data.ts";
import type { SiteData } from "./site-data.ts";

export const derivedRead = (name: string, key?: string): string =>
  key === undefined ? `derived ${name}` : `derived ${name} ${key}`;

/** Called with each derivation that is asked for: the key of what is asked, and the empty lists that it was made from. */
export type ReportDerived = (read: string, empty: ReadonlySet<string>) => void;

/** Answers `derived` of a view whose lists these are. With `declared`, others are refused. */
export function createDerived(
  { settings, list }: SiteLists,
  report: ReportDerived = () => {},
  declared?: readonly Derivation<unknown>[],
): SiteView["derived"] {
  const made = new Map<Derivation<unknown>, { readonly value: unknown; readonly empty: ReadonlySet<string> }>();
  const make = (derivation: Derivation<unknown>) => {
    if (declared && !declared.includes(derivation))
      throw new Error(`"${derivation.name}" is not in the list "derived" of the templates.`);
    const empty = new Set<string>();
    const watched: SiteLists = {
      settings,
      list(collection) {
        const entries = list(collection);
        if (entries.length === 0) empty.add(collection);
        return entries;
      },
    };
    const one = { value: derivation.make(watched), empty };
    made.set(derivation, one);
    return one;
  };
  return (derivation: Derivation<unknown>, key?: string) => {
    const { value, empty } = made.get(derivation) ?? make(derivation);
    report(derivedRead(derivation.name, key), empty);
    return (key === undefined ? value : (value as ReadonlyMap<string, unknown>).get(key)) as never;
  };
}

export const listsOf = ({ settings, lists }: Pick<SiteData, "settings" | "lists">): SiteLists => ({
  settings: settings as unknown as SiteView["settings"],
  list: (collection) => (lists[collection] ?? []) as never,
});

/**
 * The keys of what is derived from one site and not, or differently, from the other; undefined if something cannot be derived, which pages
 * that ask for it report.
 */
export function changedDerived(
  before: SiteData,
  now: SiteData,
  derived: readonly Derivation<unknown>[],
): Set<string> | undefined {
  const changed = new Set<string>();
  for (const derivation of derived) {
    const both = makeBoth(derivation, before, now);
    if (!both) return undefined;
    const { name } = derivation;
    const [old, made] = both;
    if (isSameData(old, made)) continue;
    changed.add(derivedRead(name));
    if (!(old instanceof Map && made instanceof Map)) continue;
    for (const key of new Set<string>([...old.keys(), ...made.keys()]))
      if (!isSameData(old.get(key), made.get(key))) changed.add(derivedRead(name, key));
  }
  return changed;
}

function makeBoth(
  derivation: Derivation<unknown>,
  before: SiteData,
  now: SiteData,
): readonly [unknown, unknown] | undefined {
  try {
    return [derivation.make(listsOf(before)), derivation.make(listsOf(now))];
  } catch {
    return undefined;
  }
}
