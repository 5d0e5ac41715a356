// Finds pages that a site needs and does not have.

import type { CollectionDefinition } from "../../../templates/kit/index.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { SourceList } from "../sources/list-sources.ts";

/** The address of the entry whose page is shown at unknown addresses. */
export const NOT_FOUND_PAGE = "/404";

/** The two pages that a host needs: the one at "/", and the one for unknown addresses. */
const REQUIRED = [
  { path: "/", severity: "error", message: "The site has no start page." },
  { path: NOT_FOUND_PAGE, severity: "error", message: "The site has no page for addresses that do not exist." },
] as const;

/** An error for each required page that is missing, and a warning for each that the site should have. */
export function missingPages(
  collections: readonly CollectionDefinition[],
  { entries: allEntries, site }: Pick<SourceList, "entries" | "site">,
  leftOut: ReadonlySet<string>,
): Diagnostic[] {
  const entries = allEntries.filter(({ file }) => !leftOut.has(file));
  const usedCollections = new Set(entries.map(({ collection }) => collection));
  const pathOf = new Map(collections.map(({ name, path }) => [name, path]));
  const isThere = (path: string) => entries.some(({ collection, slug }) => pathOf.get(collection)?.(slug) === path);
  const folder = site.file.replace(/site\.yaml$/, "");
  const needed = collections.flatMap(({ name, needs }) => (usedCollections.has(name) ? (needs ?? []) : []));
  return [...REQUIRED, ...needed.map((page) => ({ ...page, severity: "warning" as const }))]
    .filter(({ path }) => !isThere(path))
    .map(({ path, severity, message }) => {
      const slug = path.slice(1) || "home";
      const home = collections.find((collection) => collection.path?.(slug) === path);
      if (!home) return { code: "ROUTE_MISSING", severity, message, hint: `make the entry whose address is ${path}` };
      const file = `${folder}${home.name}/${slug}${home.format === "markdown" ? ".md" : ".yaml"}`;
      const emptyFolder = usedCollections.has(home.name) ? {} : { folder: folder + home.name };
      return { code: "ROUTE_MISSING", severity, message, file, hint: `make ${file}`, ...emptyFolder };
    });
}
