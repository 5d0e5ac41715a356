export const isInFull = (href: string): boolean => /^[a-z][a-z\d+.-]*:\/\//i.test(href);

/** A link as it is within the site: one to the site's own address `url`, written in full, by its path. */
export function linkOnSite(href: string, url: string | undefined): string {
  if (!url || !isInFull(href)) return href;
  const [address, own] = [withoutScheme(href), withoutScheme(url)];
  const isOwn = address.startsWith(own) && /^(?:[/?#]|$)/.test(address.slice(own.length));
  return isOwn ? address.slice(own.length).replace(/^(?!\/)/, "/") : href;
}

/** The page or file that a link of this site leads to, without a slash at the end; undefined for a link to elsewhere. */
export function targetOnSite(href: string, url: string | undefined): string | undefined {
  const path = linkOnSite(href, url);
  return path.startsWith("/") ? path.replace(/[?#].*$/s, "").replace(/\/+$/, "") : undefined;
}

/** With the host in small letters: it is the same in any, and by http as by https. */
const withoutScheme = (address: string): string =>
  address.replace(/^https?:\/\/([^/?#]*)/i, (_, host: string) => `//${host.toLowerCase()}`);
