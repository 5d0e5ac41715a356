// Links to this site, which may be written in full or as a path.

export const isInFull = (href: string): boolean => /^[a-z][a-z\d+.-]*:\/\//i.test(href);

/** A link as it is within the site: a full link to the address `url` of the site becomes its path. */
export function linkOnSite(href: string, url: string | undefined): string {
  if (!url || !isInFull(href)) return href;
  const address = withoutScheme(href);
  const siteAddress = withoutScheme(url);
  const isOnSite = address.startsWith(siteAddress) && /^(?:[/?#]|$)/.test(address.slice(siteAddress.length));
  return isOnSite ? address.slice(siteAddress.length).replace(/^(?!\/)/, "/") : href;
}

/** The page or file of this site that a link leads to, without a slash at the end; undefined for a link to another site. */
export function targetOnSite(href: string, url: string | undefined): string | undefined {
  const path = linkOnSite(href, url);
  return path.startsWith("/") ? path.replace(/[?#].*$/s, "").replace(/\/+$/, "") : undefined;
}

/** Makes the host lower case, because it is the same in any. http and https are the same, too. */
const withoutScheme = (address: string): string =>
  address.replace(/^https?:\/\/([^/?#]*)/i, (_, host: string) => `//${host.toLowerCase()}`);
