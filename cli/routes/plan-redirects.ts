// Moved addresses → redirects that hosts can serve: each old address leads straight to a page. Pure.
import type { Finding } from "../diagnostics/diagnostic.ts";
import { compareText } from "../text/compare-text.ts";
import {
  foldName,
  type LinkStyle,
  NOT_FOUND_ADDRESS,
  NOT_FOUND_FILE,
  outputFile,
  publishedPath,
  type Route,
} from "./addresses.ts";

/** An old address and the one it leads to. Every form that hosts read is made from this. */
export interface Redirect {
  /** As published: "/services/galas/", or "/old.pdf" for a file. */
  readonly from: string;
  /** A page or file of the site, with its query and fragment, or an http(s) address. */
  readonly to: string;
}

/** A redirect as content has it; `source` says where. */
export interface MovedAddress<Source> extends Redirect {
  readonly source: Source;
}

export interface RedirectProblem<Source> extends Finding {
  readonly source: Source;
  /** The address to mark. */
  readonly part: "from" | "to";
  /** An address that the site does not have: callers suggest another. */
  readonly unknown?: string;
}

export interface RedirectJob<Source> {
  readonly moved: readonly MovedAddress<Source>[];
  readonly gone: readonly { readonly address: string; readonly source: Source }[];
  readonly routes: readonly Route[];
  readonly links: LinkStyle;
  /** Whether the site has another target at a path without its slash, such as a file; undefined where that is not known. */
  readonly has: (path: string) => boolean;
}

/**
 * Redirects sorted by address, without chains, and the addresses that are gone on purpose, as published. Loops, addresses in use and targets
 * that do not exist are problems.
 */
export function planRedirects<Source>(job: RedirectJob<Source>) {
  if (job.moved.length + job.gone.length === 0)
    return { redirects: [], gone: [], goneSources: new Map(), problems: [] };
  const pages = new Map(job.routes.map((route) => [foldedAddress(route.path), route]));
  const moves = movesByAddress(job, pages);
  const straight = withoutChains(job, moves.byAddress, pages);
  const ended = goneAddresses(job, moves.byAddress, pages);
  return {
    redirects: straight.redirects.sort(byFrom),
    gone: [...ended.sources.keys()].sort(),
    goneSources: ended.sources,
    problems: [...moves.problems, ...straight.problems, ...ended.problems],
  };
}

/** The pages of the site by their folded addresses. */
type Pages = ReadonlyMap<string, Pick<Route, "path" | "source">>;

type Moves<Source> = ReadonlyMap<string, MovedAddress<Source>>;

/** Each old address once, as published. One that a page has, or that leads to two addresses, is a problem. */
function movesByAddress<Source>({ moved, links }: RedirectJob<Source>, pages: Pages) {
  const byAddress = new Map<string, MovedAddress<Source>>();
  const problems: RedirectProblem<Source>[] = [];
  for (const { from: written, to, source } of moved) {
    const from = ownAddress(written, links);
    const message = pageAt(from, pages);
    if (message !== undefined) {
      problems.push(taken(source, message, "take it out"));
      continue;
    }
    const other = byAddress.get(foldedAddress(from));
    if (other === undefined) byAddress.set(foldedAddress(from), { from, to, source });
    else if (ownTarget(other.to, links) !== ownTarget(to, links)) {
      const targets = `${ownTarget(other.to, links)} and ${ownTarget(to, links)}`;
      problems.push(taken(source, `${from} leads to two addresses: ${targets}.`, "keep one of the two"));
    }
  }
  return { byAddress, problems };
}

/** Each move straight to the end of its chain. A loop, or an end that the site does not have, is a problem, once for a chain. */
function withoutChains<Source>({ links, has }: RedirectJob<Source>, moves: Moves<Source>, pages: Pages) {
  const redirects: MovedAddress<Source>[] = [];
  const problems: RedirectProblem<Source>[] = [];
  const inLoop = new Set<string>();
  for (const [key, redirect] of moves) {
    const found = followChain(key, moves, links);
    if (found.loop) {
      if (!found.loop.includes(key) || inLoop.has(key)) continue;
      for (const each of found.loop) inLoop.add(each);
      problems.push(loopProblem(redirect, [...found.loop, key], moves));
      continue;
    }
    const path = pathOf(found.to);
    const file = path?.replace(/\/+$/, "");
    if (path === undefined || file === undefined || pages.has(foldedAddress(path)) || has(file))
      redirects.push({ from: redirect.from, to: found.to, source: redirect.source });
    // A chain is reported once, where its last part is.
    else if (found.last === redirect) problems.push(unknownTarget(redirect, path, file));
  }
  return { redirects, problems };
}

function loopProblem<Source>(
  { source }: MovedAddress<Source>,
  keys: readonly string[],
  moves: Moves<Source>,
): RedirectProblem<Source> {
  const chain = keys.map((each) => moves.get(each)?.from ?? each).join(" → ");
  const message = `This redirect leads back to itself: ${chain}.`;
  const hint = "write the address of a page of the site at one of them";
  return { code: "ROUTE_REDIRECT_LOOP", source, part: "to", message, hint };
}

function unknownTarget<Source>(
  { from, source }: MovedAddress<Source>,
  path: string,
  unknown: string,
): RedirectProblem<Source> {
  const message = `The site has no page "${path}" that ${from} could lead to.`;
  return { code: "CONTENT_UNKNOWN_ROUTE", source, part: "to", message, unknown };
}

/** Where each is written. One that a page has, or that is moved, is a problem. */
function goneAddresses<Source>({ gone, links }: RedirectJob<Source>, moves: Moves<Source>, pages: Pages) {
  const sources = new Map<string, Source>();
  const problems: RedirectProblem<Source>[] = [];
  for (const { address: written, source } of gone) {
    const address = ownAddress(written, links);
    const message = pageAt(address, pages);
    const move = moves.get(foldedAddress(address));
    if (message !== undefined) problems.push(taken(source, message, "take it out"));
    else if (move)
      problems.push(taken(source, `${address} is redirected to ${move.to}, so it is not gone.`, "keep one of the two"));
    else sources.set(address, source);
  }
  return { sources, problems };
}

/** Why an address cannot be an old one: the page that it is of, or that is too much like it. */
function pageAt(address: string, pages: Pages): string | undefined {
  const page = pages.get(foldedAddress(address)) ?? (outputOf(address) === NOT_FOUND_FILE ? notFound : undefined);
  if (!page) return undefined;
  return page.path === address
    ? `${address} is a page of the site (${page.source}), so it cannot be an old address.`
    : `${address} and the page ${page.path} (${page.source}) differ in capitals alone, which some hosts do not tell apart.`;
}

const taken = <Source>(source: Source, message: string, hint: string): RedirectProblem<Source> => ({
  code: "ROUTE_REDIRECT_TAKEN",
  source,
  part: "from",
  message,
  hint,
});

const byFrom = (a: Redirect, b: Redirect): number => compareText(a.from, b.from);

/**
 * Old addresses that are files of the site, or lie below one: a host would lead away from the file, and the page of a redirect cannot be
 * written. `files` are all paths that the site has, without its redirects.
 */
export function redirectsOverFiles<Source>(
  oldAddresses: readonly { readonly address: string; readonly source: Source }[],
  files: readonly string[],
): RedirectProblem<Source>[] {
  if (oldAddresses.length === 0) return [];
  const taken = new Set(files.map(foldName));
  const pages = new Set(oldAddresses.map(({ address }) => foldedAddress(address)));
  return oldAddresses.flatMap(({ address, source }): RedirectProblem<Source>[] => {
    const key = foldedAddress(address);
    const bare = foldName(address.replace(/^\/|\/$/g, ""));
    // "_headers" has no ending that makes a file of its address; many hosts show "/offer.html" at "/offer" too.
    const isFile = [key, bare, `${bare}.html`].some((path) => taken.has(path));
    const above = foldersAbove(key).find((folder) => taken.has(folder) || pages.has(folder));
    if (!isFile && above === undefined) return [];
    const message = isFile
      ? `${address} is a file of the site, so it cannot be an old address.`
      : `${address} is below /${above}, which is a file, so it cannot be an old address.`;
    return [{ code: "ROUTE_REDIRECT_TAKEN", source, part: "from", message, hint: "take it out" }];
  });
}

/** "a/b/c.html": "a/b" and "a". */
function foldersAbove(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, index) => parts.slice(0, parts.length - index).join("/"));
}

const notFound = { path: NOT_FOUND_ADDRESS, source: "the not-found page" } as const;

/**
 * The last target, or the keys of the loop that the chain ends in. The fragment of an earlier target is kept where later ones have none.
 */
function followChain<Source>(start: string, byKey: ReadonlyMap<string, MovedAddress<Source>>, links: LinkStyle) {
  const seen: string[] = [];
  let key = start;
  let rest = "";
  for (;;) {
    const redirect = byKey.get(key);
    if (!redirect) throw new Error(`There is no redirect from ${key}.`);
    seen.push(key);
    const to = ownTarget(redirect.to, links);
    const path = pathOf(to);
    const hasRest = /[?#]/.test(to);
    const next = path === undefined ? undefined : foldedAddress(path);
    if (next === undefined || !byKey.has(next)) return { to: hasRest ? to : to + rest, last: redirect };
    if (seen.includes(next)) return { loop: seen.slice(seen.indexOf(next)) };
    if (hasRest) rest = to.slice((path ?? "").length);
    key = next;
  }
}

/** The path of a target on this site; undefined for another site. */
const pathOf = (target: string): string | undefined =>
  target.startsWith("/") ? target.replace(/[?#].*$/s, "") : undefined;

const ownTarget = (target: string, links: LinkStyle): string =>
  target.startsWith("/") ? publishedPath(target, links) : target;

/** As published; "/about/index.html" is "/about/". */
const ownAddress = (written: string, links: LinkStyle): string => {
  const path = decodeAddress(written).replace(/\/{2,}/g, "/");
  const page = path.replace(/\/index\.html$/i, "/");
  const bare = page.replace(/\/+$/, "");
  if (bare === "" || isFileAddress(page)) return bare || "/";
  return links === "slash" || isFileAddress(bare) ? `${bare}/` : bare;
};

/** "/guide.pdf": the address of a file, which has no second spelling with a slash. */
export const isFileAddress = (address: string): boolean => /\.[a-z][a-z0-9]*$/i.test(address);

/** As written where it cannot be decoded. */
export function decodeAddress(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** Where a redirect's page would be written: "/old.html" is a file of its own. */
export const outputOf = (address: string): string => (isFileAddress(address) ? address.slice(1) : outputFile(address));

/** Addresses with the same key are one for a visitor, or for a host that ignores case. */
const foldedAddress = (address: string): string => foldName(outputOf(address));
