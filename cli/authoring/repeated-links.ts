// Finds items of one list that lead to the same place of the same page. They occur when one page has taken the place of another.

import { parseSource } from "../content/sources/parse-source.ts";
import type { SourceFile } from "../content/sources/read-source.ts";
import { openDocument, type Path } from "../content/sources/source-document.ts";

export interface RepeatedLink {
  readonly file: string;
  /** The line of each link; the first line of a file is 1. */
  readonly lines: readonly number[];
}

/** Several redirects of site.yaml may lead to one page. */
const REDIRECTS = "moved";

export function repeatedLinks(source: SourceFile, address: string): RepeatedLink[] {
  const { data } = parseSource(source);
  const document = openDocument(source);
  /** Links by their list and target. */
  const groups = new Map<string, Path[]>();
  for (const [path, link] of linksIn(data, [], (value) => pageOf(value) === pageOf(address))) {
    const list = path.slice(
      0,
      path.findLastIndex((step) => typeof step === "number"),
    );
    if (list.length === 0 || list[0] === REDIRECTS) continue;
    const group = JSON.stringify([list, withoutSlash(link)]);
    groups.set(group, [...(groups.get(group) ?? []), path]);
  }
  return [...groups.values()].flatMap((paths) => {
    const items = new Set(paths.map((path) => path[path.findLastIndex((step) => typeof step === "number")]));
    return items.size < 2 ? [] : [{ file: source.file, lines: paths.map((path) => document.place(path).line) }];
  });
}

/** The page that a link leads to: of "/services/galas/#prices" it is "/services/galas". */
const pageOf = (link: string): string => withoutSlash(link.replace(/[?#].*$/, ""));

/** "/services/galas/#prices" is the same as "/services/galas#prices". */
const withoutSlash = (link: string): string => link.replace(/(?<=.)\/(?=[?#]|$)/, "");

function linksIn(value: unknown, path: Path, isWanted: (text: string) => boolean): [path: Path, link: string][] {
  if (typeof value === "string") return isWanted(value) ? [[path, value]] : [];
  if (typeof value !== "object" || value === null) return [];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([key, each]) => linksIn(each, [...path, isList ? Number(key) : key], isWanted));
}
