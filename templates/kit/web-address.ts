// The one check of addresses of sites and relays, wherever they come from: site.yaml, an option, a variable. It imports
// nothing: the program checks with it before any template is compiled.

/** What is wrong with an address; "query" is a fragment, too. */
export type AddressFault = "form" | "user" | "query" | "path";

const SCHEME_AND_HOST = /^https?:\/\/([^/?#]+)/i;
/** Names in A-labels, or an address; browsers take more, up to the signs that policies and configurations are made of. */
const HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[\da-f:.]+\])$/;
/** What every host, policy and configuration takes as it is. */
const PATH = /^(?:\/[\w.~-]+)*\/*$/;

/** undefined where there is nothing wrong. */
export function addressFault(address: string): AddressFault | undefined {
  const [, authority] = SCHEME_AND_HOST.exec(address) ?? [];
  if (authority?.includes("@")) return "user";
  // Browsers ignore white space, control characters and backslashes in an address; files that name it do not.
  if (authority === undefined || /[\s\p{Cc}\\]/u.test(address) || !isUrl(address)) return "form";
  const { hostname, pathname } = new URL(address);
  if (!HOST.test(hostname)) return "form";
  if (/[?#]/.test(address)) return "query";
  return PATH.test(pathname) ? undefined : "path";
}

/** Not `URL.canParse`: that of Node 20 refuses letters such as "ê" once it has been called a few thousand times. */
function isUrl(address: string): boolean {
  try {
    return new URL(address).href !== "";
  } catch {
    return false;
  }
}

/** An address without fault as it is published: host in lower case and A-labels, no port that goes without saying, no slash at its end. */
export function settleAddress(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname.replace(/\/+$/, "");
}
