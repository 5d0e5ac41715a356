// Which variant of each page is published. All are checked; one is chosen.

import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { suggestionHint } from "../../text/suggest.ts";
import type { SourceRef } from "./list-sources.ts";
import { reportAt } from "./locate.ts";

/** Chooses the plain page, whatever site.yaml says. */
const PLAIN = "";

/** `choice` is the final one; what an option `asked` for has no line in site.yaml. */
export function chooseVariants(
  entries: readonly SourceRef[],
  choice: Readonly<Record<string, string>>,
  site: SourceRef,
  asked: Readonly<Record<string, string>> = {},
) {
  const diagnostics: Diagnostic[] = [];
  for (const [page, variant] of Object.entries(choice)) {
    if (variant === PLAIN) continue;
    const ofPage = entries.filter((entry) => entry.slug === page).flatMap((entry) => entry.variant ?? []);
    if (ofPage.includes(variant)) continue;
    const pages = [...new Set(entries.flatMap((entry) => (entry.variant === undefined ? [] : entry.slug)))];
    const hasSome = ofPage.length > 0;
    const message = hasSome ? `There is no variant "${variant}" of "${page}".` : `"${page}" has no variants.`;
    const hint = hasSome
      ? suggestionHint(variant, ofPage, "there are")
      : suggestionHint(page, pages, "pages with variants are");
    const problem: Diagnostic = { code: "CONTENT_UNKNOWN_VARIANT", severity: "error", message, hint };
    diagnostics.push(
      asked[page] === undefined
        ? reportAt(site, ["variants", page], problem, hasSome ? "value" : "key")
        : { ...problem, message: `--variant ${page}=${variant}: ${message}` },
    );
  }
  const variants = new Set(entries.flatMap((entry) => (entry.variant === undefined ? [] : keyOf(entry))));
  const wanted = new Map(Object.entries(choice));
  // An unknown choice has been reported; the plain page replaces it.
  const wantedOf = (entry: SourceRef) => {
    const variant = wanted.get(entry.slug);
    return variant !== undefined && variants.has(keyOf({ ...entry, variant })) ? variant : undefined;
  };
  return { isChosen: (entry: SourceRef): boolean => wantedOf(entry) === entry.variant, diagnostics };
}

const keyOf = ({ collection, slug, variant }: SourceRef): string =>
  `${collection}/${slug}${variant === undefined ? "" : `@${variant}`}`;
