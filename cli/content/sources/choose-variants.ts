// Chooses which variant of each page is published. All of them are checked.

import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { suggestionHint } from "../../text/suggest.ts";
import type { SourceRef } from "./list-sources.ts";
import { reportAt } from "./locate.ts";

/** The name of the plain page among the variants. */
const PLAIN = "";

/** `choice` is the final one. A choice that an option `requested` has no line in site.yaml. */
export function chooseVariants(
  entries: readonly SourceRef[],
  choice: Readonly<Record<string, string>>,
  site: SourceRef,
  requested: Readonly<Record<string, string>> = {},
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
      requested[page] === undefined
        ? reportAt(site, ["variants", page], problem, hasSome ? "value" : "key")
        : { ...problem, message: `--variant ${page}=${variant}: ${message}` },
    );
  }
  const variants = new Set(entries.flatMap((entry) => (entry.variant === undefined ? [] : keyOf(entry))));
  const choices = new Map(Object.entries(choice));
  // An unknown choice has been reported. The plain page replaces it.
  const choiceOf = (entry: SourceRef) => {
    const variant = choices.get(entry.slug);
    return variant !== undefined && variants.has(keyOf({ ...entry, variant })) ? variant : undefined;
  };
  return { isChosen: (entry: SourceRef): boolean => choiceOf(entry) === entry.variant, diagnostics };
}

const keyOf = ({ collection, slug, variant }: SourceRef): string =>
  `${collection}/${slug}${variant === undefined ? "" : `@${variant}`}`;
