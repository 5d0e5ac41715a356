// Empty folders of the content: a disk, a share or a submodule that is missing. All that many places name of a folder is a single problem.
import type { CollectionDefinition } from "../../../templates/kit/index.ts";
import { type Diagnostic, sortDiagnostics } from "../../diagnostics/diagnostic.ts";
import { getOrMake } from "../../work/get-or-make.ts";
import type { SourceList } from "./list-sources.ts";
import { STATIC_FOLDER } from "./static-files.ts";

/** Plain data: threads get copies. */
export interface EmptyFolder {
  /** Its path in messages. */
  readonly folder: string;
  /** The beginning of the addresses of its pages: "/services/"; undefined for a folder without pages. */
  readonly prefix?: string;
}

export function emptyFolders(
  collections: readonly Pick<CollectionDefinition, "name" | "path">[],
  { site, entries, misnamed, images, files }: SourceList,
): EmptyFolder[] {
  const content = site.file.replace(/site\.yaml$/, "");
  const nonEmpty = new Set([...entries, ...misnamed].map(({ collection }) => collection));
  const unused = collections.filter(({ name }) => !nonEmpty.has(name));
  return [
    ...unused.map(({ name, path }) => ({ folder: content + name, prefix: path?.("-").replace(/-\/*$/, "") })),
    ...(images.length === 0 ? [{ folder: `${content}images` }] : []),
    ...(files.length === 0 ? [{ folder: content + STATIC_FOLDER }] : []),
  ];
}

type Empty = readonly EmptyFolder[];

const emptyFolderOf = (empty: Empty, name: string) => empty.find(({ folder }) => folder.endsWith(`/${name}`))?.folder;

export const folderOfEntry = (collection: string, empty: Empty): string | undefined => emptyFolderOf(empty, collection);

/** The empty folder where a picture would be: that of all pictures, or one in it. */
export function folderOfPicture(src: string, images: ReadonlySet<string>, empty: Empty): string | undefined {
  const all = emptyFolderOf(empty, "images");
  const slash = src.lastIndexOf("/");
  if (all !== undefined || slash < 0) return all;
  const folder = src.slice(0, slash + 1);
  return [...images].some((image) => image.startsWith(folder)) ? undefined : `content/images/${folder.slice(0, -1)}`;
}

/** The empty folder where the page or file of an address would be. */
export function folderOfAddress(address: string, empty: Empty): string | undefined {
  if (/\.[a-z0-9]+$/i.test(address)) return emptyFolderOf(empty, STATIC_FOLDER);
  const folder = address.slice(0, address.lastIndexOf("/") + 1);
  return empty.find(({ prefix }) => prefix === folder)?.folder;
}

/** One report for each empty folder, in place of all that it is the reason of. */
export function gatherByFolder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const groups = new Map<string | undefined, Diagnostic[]>();
  for (const diagnostic of diagnostics) getOrMake(groups, diagnostic.folder, () => []).push(diagnostic);
  return [...groups].flatMap(([folder, group]) => {
    const all = group.map(({ folder: _, ...diagnostic }) => diagnostic);
    const [first, ...others] = sortDiagnostics(all.filter(({ code }) => code !== "ROUTE_MISSING"));
    if (folder === undefined || !first || others.length === 0) return all;
    // Why the folder cannot be read is reported already, and helps more.
    if (diagnostics.some(({ file }) => file === folder)) return [];
    const message = `Nothing is in ${folder}, or the folder is not there: ${others.length + 1} places lead to what would be in it. This is the first.`;
    return [{ ...first, message, hint: `put back what was in ${folder}, or take out what leads there` }];
  });
}
