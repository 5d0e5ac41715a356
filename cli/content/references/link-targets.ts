// Lists what fields can refer to: slugs, addresses, pictures. It comes from the listing, so an invalid or misnamed entry exists for others.

import type { CollectionDefinition } from "../../../templates/kit/index.ts";
import { compareText } from "../../text/compare-text.ts";
import type { Clock } from "../publication/clock.ts";
import { isPublicAt, type PublicWindow } from "../publication/windows.ts";
import { type EmptyFolder, emptyFolders } from "../sources/empty-folders.ts";
import type { SourceList, SourceRef } from "../sources/list-sources.ts";
import { linkedAs } from "../sources/static-files.ts";
import { isInFull, targetOnSite } from "./link-on-site.ts";
import { NOT_FOUND_PAGE } from "./missing-pages.ts";

/** Everything that a field can refer to. Built once, before any entry is resolved. */
export interface LinkTargets {
  /** Slugs by collection, and ids of lists of site.yaml by "site.<name>". Invalid entries are included, because they exist. */
  readonly slugs: Readonly<Record<string, ReadonlySet<string>>>;
  /** Addresses of pages and files, without a slash at the end: "/contact", "" for the start page. */
  readonly paths: ReadonlySet<string>;
  readonly images: ReadonlySet<string>;
  /** Files below content/images in a format that is not published. */
  readonly otherImages: readonly string[];
  readonly emptyFolders: readonly EmptyFolder[];
  /** Targets that are not always public, by the names that `hasTarget` takes. */
  readonly windows: ReadonlyMap<string, TargetWindow>;
  readonly clock: Clock;
  /** undefined if site.yaml could not be parsed: tokens are then not checked. */
  readonly tokens: ReadonlyMap<string, string> | undefined;
}

interface TargetWindow extends PublicWindow {
  readonly isPublic: boolean;
}

/** The target of links to the page at this address; undefined for the not-found page, which hosts show at other addresses. */
const pageTarget = (address: string): string | undefined =>
  address === NOT_FOUND_PAGE ? undefined : address.replace(/\/+$/, "");

/** When a target is public, by the name that `hasTarget` takes; undefined if it always is, or if everything is shown. */
export function windowOfTarget({ windows, tokens, clock }: LinkTargets, target: string): TargetWindow | undefined {
  if (clock.showsAll || windows.size === 0) return undefined;
  const targetHere = isInFull(target) ? targetOnSite(target, tokens?.get("url")) : target;
  return targetHere === undefined ? undefined : windows.get(targetHere);
}

/**
 * Whether a field may refer to the target. "bikes/tourer" is an entry or an item of a list of site.yaml, and "/contact" a page or a file. A
 * full address is one of these or of another site.
 */
export function hasTarget(index: LinkTargets, target: string): boolean {
  const { slugs, paths, tokens } = index;
  if (isInFull(target)) {
    const targetHere = targetOnSite(target, tokens?.get("url"));
    return targetHere === undefined || hasTarget(index, targetHere);
  }
  if (target === "" || target.startsWith("/")) return paths.has(target);
  const slash = target.indexOf("/");
  const collection = target.slice(0, slash);
  const slugsOfCollection = slugs[collection];
  return slugsOfCollection === undefined ? isSetting(collection) : slugsOfCollection.has(target.slice(slash + 1));
}

/** Whether it is a list of site.yaml. If it could not be read or has no ids, it accepts every name. */
export const isSetting = (collection: string): boolean => collection.startsWith("site.");

/** An entry, or an item of a list of site.yaml, that is not always public. */
type DatedTarget = Pick<SourceRef, "collection" | "slug"> & { readonly window: PublicWindow };

/** The lists of site.yaml whose items have an `id`: the targets of "site.<list>" references. */
export interface ListedItems {
  readonly lists: LinkTargets["slugs"];
  readonly datedItems: readonly DatedTarget[];
}

export function linkTargets(
  collections: readonly CollectionDefinition[],
  sources: SourceList,
  { lists, datedItems, tokens, clock }: Pick<LinkTargets, "tokens" | "clock"> & ListedItems,
  dated: readonly DatedTarget[] = [],
): LinkTargets {
  const { entries, misnamed, images, otherImages, files } = sources;
  const slugs: Record<string, Set<string>> = Object.fromEntries(
    collections.map(({ name }) => [name, new Set<string>()]),
  );
  // A missing start page is reported once, not at every link to it.
  const paths = new Set<string>([""]);
  const pathOf = new Map(collections.map(({ name, path }) => [name, path]));
  const pageOf = ({ collection, slug }: Pick<SourceRef, "collection" | "slug">): string | undefined => {
    const address = pathOf.get(collection)?.(slug);
    return address === undefined ? undefined : pageTarget(address);
  };
  for (const entry of [...entries, ...misnamed]) {
    slugs[entry.collection]?.add(entry.slug);
    const target = pageOf(entry);
    if (target !== undefined) paths.add(target);
  }
  for (const address of files.flatMap(linkedAs)) paths.add(address);
  return {
    slugs: { ...slugs, ...lists },
    paths: new Set([...paths].sort(compareText)),
    images: new Set(images),
    otherImages,
    emptyFolders: emptyFolders(collections, sources),
    windows: new Map(
      [...datedItems, ...dated].flatMap(({ collection, slug, window }) => {
        const targetWindow = { ...window, isPublic: isPublicAt(window, clock.moment) };
        const names = [`${collection}/${slug}`, pageOf({ collection, slug }) ?? []].flat();
        return names.map((name) => [name, targetWindow] as const);
      }),
    ),
    clock,
    tokens,
  };
}

/** Sources in which a problem without a place is searched: site.yaml, then the small entries that many pages use. */
export const sharedSources = (sources: SourceList, collections: readonly CollectionDefinition[]): SourceRef[] => {
  const paged = new Set(collections.filter(({ path }) => path).map(({ name }) => name));
  return [sources.site, ...sources.entries.filter(({ collection }) => !paged.has(collection))];
};
