// What the scripts of a page weigh, measured from the files themselves: the loader and what it imports, and what each island brings.
import { gzipSync } from "node:zlib";
import type { BuiltSite } from "./built-site.ts";

export const gzipped = (content: string | Uint8Array): number => gzipSync(content, { level: 9 }).length;

const FOLDER = "assets/scripts/";

/** The files that a script needs before it can run, itself first. */
function needed(site: BuiltSite, path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  for (const [, name = ""] of site.file(path).matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g))
    needed(site, FOLDER + name, found);
  return found;
}

/** The files that a script fetches while it runs. */
const fetched = (site: BuiltSite, path: string): string[] =>
  [...site.file(path).matchAll(/import\("\.\/([^"]+\.js)"\)/g)].map(([, name = ""]) => FOLDER + name);

export interface ScriptWeight {
  /** Bytes, gzipped one by one as a host sends them. */
  readonly before: number;
  /** With everything that a visitor may bring in by using the page. */
  readonly all: number;
}

/** Scripts that every page carries count too. `before` counts islands that wake without a touch: once the page has loaded and all of it was seen. */
export function scriptWeight(site: BuiltSite, html: string): ScriptWeight {
  const loader = /<script type="module" src="\/([^"]+)"/.exec(html)?.[1];
  const own = [...html.matchAll(/<script async src="\/([^"]+)"/g)].map(([, path = ""]) => path);
  const everywhere = own.reduce((total, path) => total + gzipped(site.bytes(path)), 0);
  if (loader === undefined) return { before: everywhere, all: everywhere };
  const islands = [...html.matchAll(/data-island="([^"]+)" data-hydrate="([^"]+)"/g)].map(([, name, time]) => ({
    time,
    path: fetched(site, loader).find((path) => path.includes(`island_${name}-`)) ?? "",
  }));
  const weigh = (paths: readonly string[]) => {
    const files = new Set<string>();
    for (const path of paths) needed(site, path, files);
    return files;
  };
  const sum = (files: Iterable<string>) => [...files].reduce((total, path) => total + gzipped(site.bytes(path)), 0);
  const unasked = islands.filter(({ time }) => time !== "interaction" && time !== "used");
  const before = weigh([loader, ...unasked.map(({ path }) => path)]);
  const all = weigh([loader, ...islands.map(({ path }) => path)]);
  for (const path of all) if (path !== loader) for (const later of fetched(site, path)) needed(site, later, all);
  return { before: everywhere + sum(before), all: everywhere + sum(all) };
}
