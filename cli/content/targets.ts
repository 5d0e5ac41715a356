// The targets that fields of entries can refer to.

/** Everything that a field can refer to. Built once, before any entry is resolved. */
export interface SiteIndex {
  /** Slugs by collection; lists of site.yaml as "site.<name>". Invalid entries count: they exist. */
  readonly slugs: Readonly<Record<string, ReadonlySet<string>>>;
  /** Addresses of pages and files, without a slash at the end: "/contact", "" for the start page. */
  readonly paths: ReadonlySet<string>;
  readonly images: ReadonlySet<string>;
  /** Also below content/images, in a format that is not published. */
  readonly otherImages: readonly string[];
  /** Existing but not published: "bikes/tourer" for entries, "/contact" for pages. */
  readonly drafts: ReadonlySet<string>;
  /** undefined if site.yaml could not be parsed: tokens are then not checked. */
  readonly tokens: ReadonlyMap<string, string> | undefined;
}

/** Of a link to the page at this address; undefined for the not-found page, which has no address of its own: hosts show it instead of others. */
export const pageTarget = (address: string): string | undefined =>
  address === "/404" ? undefined : address.replace(/\/+$/, "");

/** The names of an entry in `drafts`. */
export const draftNames = (
  { collection, slug }: { readonly collection: string; readonly slug: string },
  address: string | undefined,
): readonly string[] => [`${collection}/${slug}`, ...(address === undefined ? [] : [address])];

/** Whether a field may refer to it: "bikes/tourer" is an entry or an item of a list of site.yaml, "/contact" a page or a file. */
export function hasTarget({ slugs, paths, drafts }: SiteIndex, target: string): boolean {
  if (drafts.has(target)) return false;
  if (target === "" || target.startsWith("/")) return paths.has(target);
  const slash = target.indexOf("/");
  const collection = target.slice(0, slash);
  const known = slugs[collection];
  return known === undefined ? isSetting(collection) : known.has(target.slice(slash + 1));
}

/** A list of site.yaml that could not be read, or has no ids, accepts every name. */
export const isSetting = (collection: string): boolean => collection.startsWith("site.");
