// Files that are published as they are → problems of those whose path is that of another file of the site, or would hide it.

import type { StaticFile } from "../content/sources/static-files.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { addressOf, foldName } from "./addresses.ts";
import { findAlike } from "./plan-routes.ts";

const collision = (message: string, file: string, hint: string): Diagnostic => ({
  code: "ROUTE_COLLISION",
  severity: "error",
  message,
  file,
  hint,
});

/** Reports files whose names differ in capitals alone. */
export function alikeFiles(files: readonly StaticFile[]): Diagnostic[] {
  const fileAt = new Map(files.map(({ path, file }) => [path, file]));
  return findAlike(files.map(({ path }) => path)).map(([earlier, later]) => {
    const message = `This file and ${fileAt.get(earlier)} differ in capitals alone, which some hosts do not tell apart.`;
    return collision(message, fileAt.get(later) ?? later, "rename one of the two files");
  });
}

/** Names that are reserved for builds and deploys. */
const RESERVED = [
  { isIn: (path: string) => /^assets\//i.test(path), what: "browsers keep what is below /assets/ for a year" },
  { isIn: (path: string) => /^\.eventsite/i.test(path), what: "builds and deploys use such names for themselves" },
  {
    isIn: (path: string) => /^(?:_headers|_redirects)$/i.test(path),
    what: "the build writes the rules of hosts itself",
  },
];

export const reservedFiles = (files: readonly StaticFile[]): Diagnostic[] =>
  files.flatMap(({ path, file }) => {
    const reserved = RESERVED.find(({ isIn }) => isIn(path));
    const message = `This file cannot be published as /${path}: ${reserved?.what}.`;
    return reserved ? [collision(message, file, "rename it, or move it to a folder with another name")] : [];
  });

/** A file of the site: its path, and its content file if it has one. */
interface OccupiedPath {
  readonly path: string;
  readonly file?: string;
}

/** Reports paths at which the site has something else: one path has one file, and no file is a folder too. */
export function staticCollisions(files: readonly StaticFile[], occupied: readonly OccupiedPath[]): Diagnostic[] {
  const byName = new Map(occupied.map((each) => [foldName(each.path), each]));
  const byFolder = new Map(occupied.flatMap((each) => foldersOf(foldName(each.path)).map((folder) => [folder, each])));
  return files.flatMap(({ path, file }): Diagnostic[] => {
    const name = foldName(path);
    const other =
      byName.get(name) ??
      byFolder.get(name) ??
      foldersOf(name)
        .map((folder) => byName.get(folder))
        .find(Boolean) ??
      // Many hosts show "/offer.html" at "/offer" too.
      (name.endsWith(".html") ? byName.get(`${name.slice(0, -".html".length)}/index.html`) : undefined);
    if (!other) return [];
    const what =
      other.file === undefined
        ? `the build writes ${other.path} itself`
        : `${other.file} is published as ${addressOf(other.path)}`;
    const message = `This file cannot be published as ${addressOf(path)}: ${what}.`;
    return [collision(message, file, "rename it, or move it to a folder with another name")];
  });
}

/** "a/b/c.txt" → "a", "a/b". */
const foldersOf = (path: string): string[] =>
  path
    .split("/")
    .slice(1)
    .map((_, index) =>
      path
        .split("/")
        .slice(0, index + 1)
        .join("/"),
    );
