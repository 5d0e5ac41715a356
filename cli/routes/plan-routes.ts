// Entries → routes: the address and the file of each page. Pure.

import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { compareText } from "../text/compare-text.ts";
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

/** The number of pages that people visit: all files of pages but the not-found page. */
export const numberOfPages = (files: readonly string[]): number =>
  files.filter((file) => file !== NOT_FOUND_FILE).length;

/** Routes sorted by path. Two entries with one address give ROUTE_COLLISION, even if capitals differ: some hosts ignore them. */
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
  routes.sort((a, b) => compareText(a.path, b.path));
  return { routes, diagnostics };
}

/** Pairs of names that differ only in capitals or in the encoding of accents. */
export function findAlike(paths: readonly string[]): [earlier: string, later: string][] {
  const first = new Map<string, string>();
  return paths.flatMap((path): [string, string][] => {
    const other = first.get(foldName(path)) ?? path;
    first.set(foldName(path), other);
    return other === path ? [] : [[other, path]];
  });
}
