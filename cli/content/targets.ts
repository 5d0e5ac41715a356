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

/** What can no longer be referred to, as targets and pictures are named: entries that referred to nothing of it need not be resolved again. */
export function lostTargets(before: SiteIndex, now: SiteIndex): ReadonlySet<string> {
  const lost = new Set<string>();
  for (const [name, slugs] of Object.entries(before.slugs))
    for (const slug of slugs) if (!now.slugs[name]?.has(slug)) lost.add(`${name}/${slug}`);
  for (const path of before.paths) if (!now.paths.has(path)) lost.add(path);
  for (const src of before.images) if (!now.images.has(src)) lost.add(src);
  for (const draft of now.drafts) if (!before.drafts.has(draft)) lost.add(draft);
  return lost;
}
