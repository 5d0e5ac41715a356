// Entries → routes: where each page is published, and which file it becomes. Pure.

import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import {
  foldName,
  type LinkStyle,
  NOT_FOUND_ADDRESS,
  NOT_FOUND_FILE,
  outputFile,
  publishedPath,
  type RoutableEntry,
  type Route,
} from "./addresses.ts";

/** The number of pages that people visit: of the files of pages, all but the not-found page. */
export const numberOfPages = (files: readonly string[]): number =>
  files.filter((file) => file !== NOT_FOUND_FILE).length;

/** Routes sorted by path. Two entries with one address give ROUTE_COLLISION. Case does not count: some hosts ignore it. */
export function planRoutes<Entry extends RoutableEntry>(
  entries: readonly Entry[],
  links: LinkStyle,
): { routes: Route<Entry>[]; diagnostics: Diagnostic[] } {
  const byOutput = new Map<string, Entry>();
  const diagnostics: Diagnostic[] = [];
  const routes: Route<Entry>[] = [];
  for (const entry of entries) {
    const output = outputFile(entry.path);
    const key = foldName(output);
    const other = byOutput.get(key);
    if (other) {
      diagnostics.push({
        code: "ROUTE_COLLISION",
        severity: "error",
        message: `This page and ${other.file} would both be published as ${publishedPath(entry.path, links)}.`,
        file: entry.file,
        line: 1,
        column: 1,
        hint: "rename one of the two files",
      });
      continue;
    }
    byOutput.set(key, entry);
    const path = output === NOT_FOUND_FILE ? NOT_FOUND_ADDRESS : publishedPath(entry.path, links);
    routes.push({
      path,
      output,
      collection: entry.collection,
      slug: entry.slug,
      source: entry.file,
      listed: entry.listed && output !== NOT_FOUND_FILE,
      entry,
    });
  }
  routes.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  return { routes, diagnostics };
}

/** Each name that is like an earlier one, with that one. */
export function findAlike(paths: readonly string[]): [earlier: string, later: string][] {
  const first = new Map<string, string>();
  return paths.flatMap((path): [string, string][] => {
    const other = first.get(foldName(path)) ?? path;
    first.set(foldName(path), other);
    return other === path ? [] : [[other, path]];
  });
}
