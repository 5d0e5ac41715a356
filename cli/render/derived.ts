// What templates derive from lists for many pages. It is derived once, from lists that report nothing: pages depend on the result, not on the lists.
import type { Derivation, SiteLists, SiteView } from "../../templates/kit/index.ts";
import type { SiteData } from "./site-data.ts";

/** Called with each requested derivation: its name, the key, and the empty lists among its lists. */
type ReportDerived = (name: string, key: string | undefined, empty: ReadonlySet<string>) => void;

/** The function `derived` of a view with these lists. With `declared`, it refuses other derivations. */
export function createDerived(
  { settings, list }: SiteLists,
  report: ReportDerived = () => {},
  declared?: readonly Derivation<unknown>[],
): SiteView["derived"] {
  const results = new Map<Derivation<unknown>, { readonly value: unknown; readonly empty: ReadonlySet<string> }>();
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
    const result = { value: derivation.make(watched), empty };
    results.set(derivation, result);
    return result;
  };
  return (derivation: Derivation<unknown>, key?: string) => {
    const { value, empty } = results.get(derivation) ?? make(derivation);
    report(derivation.name, key, empty);
    return (key === undefined ? value : (value as ReadonlyMap<string, unknown>).get(key)) as never;
  };
}

export const listsOf = ({ settings, lists }: Pick<SiteData, "settings" | "lists">): SiteLists => ({
  settings: settings as unknown as SiteView["settings"],
  list: (collection) => (lists[collection] ?? []) as never,
});
