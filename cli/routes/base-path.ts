// The path that a site is published below. The program uses addresses from the site's root, which become those of the host here.

/** "/preview" for https://user.github.io/preview; "" at the root of a host, and for a site without an address. */
export const basePathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname.replace(/\/+$/, "") : "");

/** An address of the site in the form of pages and rules. That of another site does not change. */
export const belowBase = (base: string, address: string): string =>
  /^\/(?!\/)/.test(address) ? base + address : address;

/** The reverse: an address of the host → that of the site. undefined for one that is not below the path, "" for the path itself. */
export function insideBase(base: string, address: string): string | undefined {
  if (!address.startsWith(base)) return undefined;
  const inside = address.slice(base.length);
  return base === "" || /^(?:[/?#]|$)/.test(inside) ? inside : undefined;
}

/** The address of the start page. */
export const startOf = (base: string): string => `${base}/`;

/** Changes the addresses in a style sheet. */
export const cssBelowBase = (base: string, css: string): string =>
  base === "" ? css : css.replace(/\burl\((["']?)\/(?!\/)/g, (_, quote: string) => `url(${quote}${base}/`);

/** Changes the addresses in the value of a `srcset`. */
export const srcsetBelowBase = (base: string, srcset: string): string =>
  base === "" ? srcset : srcset.replace(/(^|,\s*)\/(?!\/)/g, (_, before: string) => `${before}${base}/`);
