// Moved addresses → redirects that hosts can serve: each old address leads directly to a page. Pure.
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

/** An old address and its target. Every form that hosts read is made from this. */
export interface Redirect {
  /** The address as published: "/services/galas/", or "/old.pdf" for a file. */
  readonly from: string;
  /** A page or file of the site, with its query and fragment, or an http(s) address. */
  readonly to: string;
}

/** A redirect in the content, at `source`. */
export interface MovedAddress<Source> extends Redirect {
  readonly source: Source;
}

export interface RedirectProblem<Source> extends Finding {
  readonly source: Source;
  /** The address to mark. */
  readonly part: "from" | "to";
  /** An address that the site does not have. Callers suggest another one. */
  readonly unknown?: string;
}

export interface RedirectJob<Source> {
  readonly moved: readonly MovedAddress<Source>[];
  readonly gone: readonly { readonly address: string; readonly source: Source }[];
  readonly routes: readonly Route[];
  readonly links: LinkStyle;
  /** Whether the site has another target at a path without its slash, such as a file. */
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

/** Each old address once, as published. An address of a page, or with two targets, is a problem. */
function movesByAddress<Source>({ moved, links }: RedirectJob<Source>, pages: Pages) {
  const byAddress = new Map<string, MovedAddress<Source>>();
  const problems: RedirectProblem<Source>[] = [];
  for (const { from: rawFrom, to, source } of moved) {
    const from = publishedAddress(rawFrom, links);
    const message = pageAt(from, pages);
    if (message !== undefined) {
      problems.push(takenProblem(source, message, "take it out"));
      continue;
    }
    const other = byAddress.get(foldedAddress(from));
    if (other === undefined) byAddress.set(foldedAddress(from), { from, to, source });
    else if (publishedTarget(other.to, links) !== publishedTarget(to, links)) {
      const targets = `${publishedTarget(other.to, links)} and ${publishedTarget(to, links)}`;
      problems.push(takenProblem(source, `${from} leads to two addresses: ${targets}.`, "keep one of the two"));
    }
  }
  return { byAddress, problems };
}

/** Leads each address to the end of its chain. A loop, or an end that the site does not have, is one problem for the whole chain. */
function withoutChains<Source>({ links, has }: RedirectJob<Source>, moves: Moves<Source>, pages: Pages) {
  const redirects: MovedAddress<Source>[] = [];
  const problems: RedirectProblem<Source>[] = [];
  const inLoop = new Set<string>();
  for (const [key, redirect] of moves) {
    const chain = followChain(key, moves, links);
    if (chain.loop) {
      if (!chain.loop.includes(key) || inLoop.has(key)) continue;
      for (const each of chain.loop) inLoop.add(each);
      problems.push(loopProblem(redirect, [...chain.loop, key], moves));
      continue;
    }
    const path = pathOf(chain.to);
    const file = path?.replace(/\/+$/, "");
    if (path === undefined || file === undefined || pages.has(foldedAddress(path)) || has(file))
      redirects.push({ from: redirect.from, to: chain.to, source: redirect.source });
    // A chain is reported once, at its last part.
    else if (chain.last === redirect) problems.push(unknownTarget(redirect, path, file));
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

/** The sources of the addresses. An address of a page, or one that is moved, is a problem. */
function goneAddresses<Source>({ gone, links }: RedirectJob<Source>, moves: Moves<Source>, pages: Pages) {
  const sources = new Map<string, Source>();
  const problems: RedirectProblem<Source>[] = [];
  for (const { address: rawAddress, source } of gone) {
    const address = publishedAddress(rawAddress, links);
    const message = pageAt(address, pages);
    const move = moves.get(foldedAddress(address));
    if (message !== undefined) problems.push(takenProblem(source, message, "take it out"));
    else if (move)
      problems.push(
        takenProblem(source, `${address} is redirected to ${move.to}, so it is not gone.`, "keep one of the two"),
      );
    else sources.set(address, source);
  }
  return { sources, problems };
}

/** Why an address cannot be an old one: it is that of a page, or too similar. */
function pageAt(address: string, pages: Pages): string | undefined {
  const page = pages.get(foldedAddress(address)) ?? (outputOf(address) === NOT_FOUND_FILE ? notFound : undefined);
  if (!page) return undefined;
  return page.path === address
    ? `${address} is a page of the site (${page.source}), so it cannot be an old address.`
    : `${address} and the page ${page.path} (${page.source}) differ in capitals alone, which some hosts do not tell apart.`;
}

const takenProblem = <Source>(source: Source, message: string, hint: string): RedirectProblem<Source> => ({
  code: "ROUTE_REDIRECT_TAKEN",
  source,
  part: "from",
  message,
  hint,
});

const byFrom = (a: Redirect, b: Redirect): number => compareText(a.from, b.from);

/**
 * Reports old addresses that are files of the site, or are below one: a host would lead away from the file, and the page of the redirect
 * could not be written. `files` are all paths of the site without its redirects.
 */
export function redirectsOverFiles<Source>(
  oldAddresses: readonly { readonly address: string; readonly source: Source }[],
  files: readonly string[],
): RedirectProblem<Source>[] {
  if (oldAddresses.length === 0) return [];
  const filePaths = new Set(files.map(foldName));
  const pages = new Set(oldAddresses.map(({ address }) => foldedAddress(address)));
  return oldAddresses.flatMap(({ address, source }): RedirectProblem<Source>[] => {
    const key = foldedAddress(address);
    const bare = foldName(address.replace(/^\/|\/$/g, ""));
    // "_headers" is a file without an extension. Many hosts show "/offer.html" at "/offer" too.
    const isFile = [key, bare, `${bare}.html`].some((path) => filePaths.has(path));
    const above = foldersAbove(key).find((folder) => filePaths.has(folder) || pages.has(folder));
    if (!isFile && above === undefined) return [];
    const message = isFile
      ? `${address} is a file of the site, so it cannot be an old address.`
      : `${address} is below /${above}, which is a file, so it cannot be an old address.`;
    return [{ code: "ROUTE_REDIRECT_TAKEN", source, part: "from", message, hint: "take it out" }];
  });
}

/** "a/b/c.html" → "a/b", "a". */
function foldersAbove(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, index) => parts.slice(0, parts.length - index).join("/"));
}

const notFound = { path: NOT_FOUND_ADDRESS, source: "the not-found page" } as const;

/** The last target, or the keys of the loop that the chain ends in. The fragment of an earlier target remains if later ones have none. */
function followChain<Source>(start: string, byKey: ReadonlyMap<string, MovedAddress<Source>>, links: LinkStyle) {
  const keys: string[] = [];
  let key = start;
  let suffix = "";
  for (;;) {
    const redirect = byKey.get(key);
    if (!redirect) throw new Error(`There is no redirect from ${key}.`);
    keys.push(key);
    const to = publishedTarget(redirect.to, links);
    const path = pathOf(to);
    const hasRest = /[?#]/.test(to);
    const next = path === undefined ? undefined : foldedAddress(path);
    if (next === undefined || !byKey.has(next)) return { to: hasRest ? to : to + suffix, last: redirect };
    if (keys.includes(next)) return { loop: keys.slice(keys.indexOf(next)) };
    if (hasRest) suffix = to.slice((path ?? "").length);
    key = next;
  }
}

/** The path of a target on this site; undefined for another site. */
const pathOf = (target: string): string | undefined =>
  target.startsWith("/") ? target.replace(/[?#].*$/s, "") : undefined;

const publishedTarget = (target: string, links: LinkStyle): string =>
  target.startsWith("/") ? publishedPath(target, links) : target;

/** An address as published: "/about/index.html" becomes "/about/". */
const publishedAddress = (address: string, links: LinkStyle): string => {
  const path = decodeAddress(address).replace(/\/{2,}/g, "/");
  const page = path.replace(/\/index\.html$/i, "/");
  const bare = page.replace(/\/+$/, "");
  if (bare === "" || isFileAddress(page)) return bare || "/";
  return links === "slash" || isFileAddress(bare) ? `${bare}/` : bare;
};

/** "/guide.pdf": the address of a file, which has no second spelling with a slash. */
export const isFileAddress = (address: string): boolean => /\.[a-z][a-z0-9]*$/i.test(address);

/** Leaves an address as it is if it cannot be decoded. */
export function decodeAddress(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** The file of a redirect's page: "/old.html" is a file itself. */
export const outputOf = (address: string): string => (isFileAddress(address) ? address.slice(1) : outputFile(address));

/** Addresses with the same key are the same for a visitor, or for a host that ignores capitals. */
const foldedAddress = (address: string): string => foldName(outputOf(address));
