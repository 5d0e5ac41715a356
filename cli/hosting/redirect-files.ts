// Redirects in the forms that hosts read: rules, keys and files.

import { NOT_FOUND_ADDRESS } from "../routes/addresses.ts";
import { belowBase } from "../routes/base-path.ts";
import { isFileAddress, outputOf, type Redirect } from "../routes/plan-redirects.ts";

export const REDIRECTS_FILE = "_redirects";

/** Where old addresses lead, and which are gone on purpose. */
export interface MovedAddresses {
  readonly redirects: readonly Redirect[];
  readonly gone: readonly string[];
}

/**
 * The rules that Netlify and Cloudflare read; "" where there are none. Netlify serves an existing page unless a rule ends in "!", and treats
 * an address with and without its slash as the same. Cloudflare skips rules with "!", and compares addresses exactly. So each redirect has
 * rules of both kinds. Hosts compare the whole path, `base` included.
 */
export function redirectsFile({ redirects, gone }: MovedAddresses, base = ""): string {
  const rules = redirects.flatMap(({ from, to }) => {
    const paths = spellings(from).map((path) => base + path);
    const target = belowBase(base, encodeTarget(to));
    return [`${paths[0]} ${target} 301!`, ...paths.map((path) => `${path} ${target} 301`)];
  });
  const all = [...rules, ...gone.map((address) => `${base}${encodeURI(address)} ${base}${NOT_FOUND_ADDRESS} 410!`)];
  return all.map((rule) => `${rule}\n`).join("");
}

/** The paths of requests for an address: as published, then with or without a slash at its end where that is the same page. */
export function spellings(address: string): string[] {
  const path = encodeURI(address);
  if (address === "/" || isFileAddress(address)) return [path];
  const bare = path.replace(/\/+$/, "");
  return path === bare ? [bare, `${bare}/`] : [`${bare}/`, bare];
}

/** A target for a header. What is already percent-encoded is kept. */
export const encodeTarget = (target: string): string => encodeURI(target).replace(/%25(?=[0-9a-f]{2})/gi, "%");

/** The file with the page of a redirect; undefined for an address that no page can be served at, such as a PDF. */
export const redirectOutput = ({ from }: Redirect): string | undefined =>
  isFileAddress(from) && !/\.html?$/i.test(from) ? undefined : outputOf(from);
