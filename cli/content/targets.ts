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

/**
 * Whether a field may refer to it: "bikes/tourer" is an entry or an item of a list of site.yaml, "/contact" a page or a file, and an address
 * in full one of these or of another site.
 */
export function hasTarget(index: SiteIndex, target: string): boolean {
  const { slugs, paths, drafts, tokens } = index;
  if (isInFull(target)) {
    const own = targetOnSite(target, tokens?.get("url"));
    return own === undefined || hasTarget(index, own);
  }
  if (drafts.has(target)) return false;
  if (target === "" || target.startsWith("/")) return paths.has(target);
  const slash = target.indexOf("/");
  const collection = target.slice(0, slash);
  const known = slugs[collection];
  return known === undefined ? isSetting(collection) : known.has(target.slice(slash + 1));
}

export const isInFull = (href: string): boolean => /^[a-z][a-z\d+.-]*:\/\//i.test(href);

/**
 * The page or file that a link of this site leads to, without a slash at the end; undefined for a link to elsewhere. One to the site's own
 * address `url`, written in full, leads to a page of the site as a path does.
 */
export function targetOnSite(href: string, url: string | undefined): string | undefined {
  const isOwn = url && href.startsWith(url) && /^(?:[/?#]|$)/.test(href.slice(url.length));
  const path = isOwn ? href.slice(url.length).replace(/^(?!\/)/, "/") : href;
  return path.startsWith("/") ? path.replace(/[?#].*$/s, "").replace(/\/+$/, "") : undefined;
}

/** A list of site.yaml that could not be read, or has no ids, accepts every name. */
export const isSetting = (collection: string): boolean => collection.startsWith("site.");
