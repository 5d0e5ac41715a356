// Pages that lack a part because an entry is not valid: links to that part will work once it is.

import type { SourceRef } from "../content/sources/list-sources.ts";
import { isError } from "../diagnostics/diagnostic.ts";
import type { PageRow } from "../render/page-job.ts";
import { listKey } from "../render/site-fingerprints.ts";
import type { Content } from "./load-content.ts";

/** Outputs of the pages. `shared` has the entries without a page of their own: they are parts of the pages that list them. */
export function incompletePages(
  shared: readonly SourceRef[],
  { entries, diagnostics }: Pick<Content, "entries" | "diagnostics">,
  pages: readonly PageRow[],
): ReadonlySet<string> {
  const withErrors = new Set(diagnostics.filter(isError).map(({ file }) => file));
  const valid = new Set(entries.map(({ file }) => file));
  const invalid = shared.filter(({ file }) => withErrors.has(file) && !valid.has(file));
  const lists = new Set(invalid.map(({ collection }) => listKey(collection)));
  const lacksPart = ({ dependencies }: PageRow) => dependencies.some(({ key }) => lists.has(key));
  return new Set(pages.filter(lacksPart).map(({ output }) => output));
}
