// Collections whose entries must differ in a key: the second of two with the same value is the one at fault.
import type { CollectionDefinition } from "../../../templates/kit/index.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { nameInWords } from "../../text/suggest.ts";
import type { SourceList } from "../sources/list-sources.ts";
import { documentAt } from "../sources/locate.ts";

/** CONTENT_INVALID_VALUE for each; `summaries` have the key. */
export function repeatedKeys(
  collections: readonly CollectionDefinition[],
  summaries: readonly { readonly collection: string; readonly slug: string; readonly summary: unknown }[],
  { entries }: Pick<SourceList, "entries">,
): Diagnostic[] {
  return collections.flatMap(({ name, uniqueBy: key }) => {
    if (key === undefined) return [];
    const first = new Map<unknown, string>();
    const listed = summaries.filter(({ collection }) => collection === name).sort((a, b) => (a.slug < b.slug ? -1 : 1));
    return listed.flatMap(({ slug: found, summary }): Diagnostic[] => {
      const value = (summary as Record<string, unknown> | undefined)?.[key];
      const known = first.get(value);
      // Of a copied entry, the copy is the one at fault.
      const isCopy = known !== undefined && nameInWords(found, String(value)) <= nameInWords(known, String(value));
      const [slug, other] = known === undefined || isCopy ? [found, known] : [known, found];
      first.set(value, other ?? found);
      const ref = entries.find((entry) => entry.collection === name && entry.slug === slug);
      if (value === undefined || other === undefined || !ref) return [];
      const taken = ref.file.replace(`${slug}.`, `${other}.`);
      const message = `"${key}" is "${String(value)}" in ${taken} too: no two files in ${name} may have the same.`;
      const document = documentAt(ref);
      if (!document) return [];
      const hint = "take the name of the file";
      return [document.report(document.place([key]), { code: "CONTENT_INVALID_VALUE", message, hint })];
    });
  });
}
