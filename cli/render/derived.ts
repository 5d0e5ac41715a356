// What templates derive from lists for many pages: made once, from lists that report nothing. Pages read the result, and not the lists.
import type { Derivation, SiteLists, SiteView } from "../../templates/kit/index.ts";
import type { SiteData } from "./site-data.ts";

/** Called with each derivation that is asked for: its name and the key, and the empty lists that it was made from. */
type ReportDerived = (name: string, key: string | undefined, empty: ReadonlySet<string>) => void;

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
    report(derivation.name, key, empty);
    return (key === undefined ? value : (value as ReadonlyMap<string, unknown>).get(key)) as never;
  };
}

export const listsOf = ({ settings, lists }: Pick<SiteData, "settings" | "lists">): SiteLists => ({
  settings: settings as unknown as SiteView["settings"],
  list: (collection) => (lists[collection] ?? []) as never,
});
