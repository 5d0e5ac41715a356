// The path that a site is published below: all of the program knows its addresses from the site's root, and here they become those of the host.

/** "/preview" for https://user.github.io/preview; "" at the root of a host, and where there is no address. */
export const basePathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname.replace(/\/+$/, "") : "");

/** An address of the site as pages and rules carry it; one of another site as it is. */
export const belowBase = (base: string, address: string): string =>
  /^\/(?!\/)/.test(address) ? base + address : address;

/** The other way: an address of the host as one of the site; undefined for one that is not below the path, "" for the path itself. */
export function insideBase(base: string, address: string): string | undefined {
  if (!address.startsWith(base)) return undefined;
  const inside = address.slice(base.length);
  return base === "" || /^(?:[/?#]|$)/.test(inside) ? inside : undefined;
}

/** The start of the site. */
export const startOf = (base: string): string => `${base}/`;

/** In a style sheet. */
export const cssBelowBase = (base: string, css: string): string =>
  base === "" ? css : css.replace(/\burl\((["']?)\/(?!\/)/g, (_, quote: string) => `url(${quote}${base}/`);

/** In the value of a `srcset`. */
export const srcsetBelowBase = (base: string, srcset: string): string =>
  base === "" ? srcset : srcset.replace(/(^|,\s*)\/(?!\/)/g, (_, before: string) => `${before}${base}/`);
