// Finds entries that repeat the value of a key in which the entries of their collection must differ. The second of two is reported.
import type { CollectionDefinition } from "../../../templates/kit/index.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { nameInWords } from "../../text/suggest.ts";
import type { SourceList } from "../sources/list-sources.ts";
import { documentAt } from "../sources/locate.ts";

/** CONTENT_INVALID_VALUE for each repeated value. The key is in `summaries`. */
export function repeatedKeys(
  collections: readonly CollectionDefinition[],
  summaries: readonly { readonly collection: string; readonly slug: string; readonly summary: unknown }[],
  { entries }: Pick<SourceList, "entries">,
): Diagnostic[] {
  return collections.flatMap(({ name, uniqueBy: key }) => {
    if (key === undefined) return [];
    const first = new Map<unknown, string>();
    const members = summaries
      .filter(({ collection }) => collection === name)
      .sort((a, b) => (a.slug < b.slug ? -1 : 1));
    return members.flatMap(({ slug: currentSlug, summary }): Diagnostic[] => {
      const value = (summary as Record<string, unknown> | undefined)?.[key];
      const firstSlug = first.get(value);
      // If one is a copy of the other, the copy is reported.
      const isCopy =
        firstSlug !== undefined && nameInWords(currentSlug, String(value)) <= nameInWords(firstSlug, String(value));
      const [slug, other] = firstSlug === undefined || isCopy ? [currentSlug, firstSlug] : [firstSlug, currentSlug];
      first.set(value, other ?? currentSlug);
      const ref = entries.find((entry) => entry.collection === name && entry.slug === slug);
      if (value === undefined || other === undefined || !ref) return [];
      const otherFile = ref.file.replace(`${slug}.`, `${other}.`);
      const message = `"${key}" is "${String(value)}" in ${otherFile} too: no two files in ${name} may have the same.`;
      const document = documentAt(ref);
      if (!document) return [];
      const hint = "take the name of the file";
      return [document.report(document.place([key]), { code: "CONTENT_INVALID_VALUE", message, hint })];
    });
  });
}
