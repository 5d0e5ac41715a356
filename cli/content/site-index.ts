// The targets of the site for fields that refer to something: slugs, addresses, pictures. Built from the listing, so that an invalid
// entry still exists for those that refer to it.
import type { CollectionDefinition } from "../../templates/kit/index.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { compareText, type SourceList, type SourceRef } from "./list-sources.ts";
import type { Settings } from "./read-settings.ts";
import { draftNames, pageTarget, type SiteIndex } from "./targets.ts";

export function siteIndex(
  collections: readonly CollectionDefinition[],
  { entries, images, otherImages }: SourceList,
  { lists, tokens }: Pick<Settings, "lists" | "tokens">,
  drafts: readonly Pick<SourceRef, "collection" | "slug">[] = [],
): SiteIndex {
  const slugs: Record<string, Set<string>> = Object.fromEntries(
    collections.map(({ name }) => [name, new Set<string>()]),
  );
  // A missing start page is reported once, not at every link to it.
  const paths = new Set<string>([""]);
  const pathOf = new Map(collections.map(({ name, path, download }) => [name, path ?? download?.path]));
  const addressOf = ({ collection, slug }: Pick<SourceRef, "collection" | "slug">) => pathOf.get(collection)?.(slug);
  for (const { collection, slug } of entries) {
    slugs[collection]?.add(slug);
    const address = addressOf({ collection, slug });
    const target = address === undefined ? undefined : pageTarget(address);
    if (target !== undefined) paths.add(target);
  }
  return {
    slugs: { ...slugs, ...lists },
    paths: new Set([...paths].sort(compareText)),
    images: new Set(images),
    otherImages,
    drafts: new Set(drafts.flatMap((draft) => draftNames(draft, addressOf(draft)))),
    tokens,
  };
}

/** The two files that a host needs: the one for "/", and the one for every unknown address. */
const REQUIRED = [
  { path: "/", severity: "error", message: "The site has no start page." },
  { path: "/404", severity: "error", message: "The site has no page for addresses that do not exist." },
] as const;

/** One for each page that this site may not, or should not, be without. */
export function missingPages(
  collections: readonly CollectionDefinition[],
  { entries, site }: Pick<SourceList, "entries" | "site">,
): Diagnostic[] {
  const used = new Set(entries.map(({ collection }) => collection));
  const pathOf = new Map(collections.map(({ name, path }) => [name, path]));
  const paths = new Set(entries.map(({ collection, slug }) => pathOf.get(collection)?.(slug)));
  const folder = site.file.replace(/site\.yaml$/, "");
  const needed = collections.flatMap(({ name, needs }) => (used.has(name) ? (needs ?? []) : []));
  return [...REQUIRED, ...needed.map((page) => ({ ...page, severity: "warning" as const }))]
    .filter(({ path }) => !paths.has(path))
    .map(({ path, severity, message }) => {
      const slug = path.slice(1) || "home";
      const home = collections.find((collection) => collection.path?.(slug) === path);
      if (!home) return { code: "ROUTE_MISSING", severity, message, hint: `make the entry whose address is ${path}` };
      const file = `${folder}${home.name}/${slug}${home.format === "markdown" ? ".md" : ".yaml"}`;
      return { code: "ROUTE_MISSING", severity, message, file, hint: `make ${file}` };
    });
}

/** Where to search for a problem that names nothing else: site.yaml, then the small entries that many pages use. */
export const sharedSources = (sources: SourceList, collections: readonly CollectionDefinition[]): SourceRef[] => {
  const paged = new Set(collections.filter(({ path }) => path).map(({ name }) => name));
  return [sources.site, ...sources.entries.filter(({ collection }) => !paged.has(collection))];
};
