// The one check of an address that a site is published or answered at, wherever it comes from: site.yaml, an option, a variable. It imports
// nothing: the program checks with it before any template is compiled.

/** What is wrong with an address; "query" is a fragment, too. */
export type AddressFault = "form" | "user" | "query" | "path";

const SCHEME_AND_HOST = /^https?:\/\/([^/?#]+)/i;
/** Names in A-labels, or an address; browsers take more, up to the signs that policies and configurations are made of. */
const HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[\da-f:.]+\])$/;
/** What every host, policy and configuration takes as it is. */
const PATH = /^(?:\/[\w.~-]+)*\/*$/;

/** undefined where there is nothing wrong. */
export function addressFault(written: string): AddressFault | undefined {
  const [, authority] = SCHEME_AND_HOST.exec(written) ?? [];
  if (authority?.includes("@")) return "user";
  // Browsers read over white space, control characters and the other slash; no file that names the address would.
  if (authority === undefined || /[\s\p{Cc}\\]/u.test(written) || !isUrl(written)) return "form";
  const { hostname, pathname } = new URL(written);
  if (!HOST.test(hostname)) return "form";
  if (/[?#]/.test(written)) return "query";
  return PATH.test(pathname) ? undefined : "path";
}

/** Not `URL.canParse`: that of Node 20 refuses letters such as "ê" once it has been called a few thousand times. */
function isUrl(written: string): boolean {
  try {
    return new URL(written).href !== "";
  } catch {
    return false;
  }
}

/** An address without fault as it is published: host in lower case and A-labels, no port that goes without saying, no slash at its end. */
export function settleAddress(written: string): string {
  const { origin, pathname } = new URL(written);
  return origin + pathname.replace(/\/+$/, "");
}
