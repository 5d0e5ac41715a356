// Folders of the content that nothing is in: a disk that is away, a share, a submodule. What many places name of one is a single problem.
import type { CollectionDefinition } from "../../../templates/kit/index.ts";
import { type Diagnostic, sortDiagnostics } from "../../diagnostics/diagnostic.ts";
import { getOrMake } from "../../work/get-or-make.ts";
import type { SourceList } from "./list-sources.ts";
import { STATIC_FOLDER } from "./static-files.ts";

/** Plain data: threads get copies. */
export interface EmptyFolder {
  /** As messages name it. */
  readonly folder: string;
  /** What addresses of its pages begin with: "/services/"; undefined where it has none. */
  readonly prefix?: string;
}

export function emptyFolders(
  collections: readonly Pick<CollectionDefinition, "name" | "path">[],
  { site, entries, misnamed, images, files }: SourceList,
): EmptyFolder[] {
  const content = site.file.replace(/site\.yaml$/, "");
  const used = new Set([...entries, ...misnamed].map(({ collection }) => collection));
  const unused = collections.filter(({ name }) => !used.has(name));
  return [
    ...unused.map(({ name, path }) => ({ folder: content + name, prefix: path?.("-").replace(/-\/*$/, "") })),
    ...(images.length === 0 ? [{ folder: `${content}images` }] : []),
    ...(files.length === 0 ? [{ folder: content + STATIC_FOLDER }] : []),
  ];
}

type Empty = readonly EmptyFolder[];

const called = (empty: Empty, name: string) => empty.find(({ folder }) => folder.endsWith(`/${name}`))?.folder;

export const folderOfEntry = (collection: string, empty: Empty): string | undefined => called(empty, collection);

/** Where a picture would be: the folder of all pictures, or one in it. */
export function folderOfPicture(src: string, images: ReadonlySet<string>, empty: Empty): string | undefined {
  const all = called(empty, "images");
  const slash = src.lastIndexOf("/");
  if (all !== undefined || slash < 0) return all;
  const folder = src.slice(0, slash + 1);
  return [...images].some((image) => image.startsWith(folder)) ? undefined : `content/images/${folder.slice(0, -1)}`;
}

/** Where the page or file of an address would be. */
export function folderOfAddress(address: string, empty: Empty): string | undefined {
  if (/\.[a-z0-9]+$/i.test(address)) return called(empty, STATIC_FOLDER);
  const folder = address.slice(0, address.lastIndexOf("/") + 1);
  return empty.find(({ prefix }) => prefix === folder)?.folder;
}

/** One report in place of all that would be gone if a folder was there again. */
export function gatherByFolder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const groups = new Map<string | undefined, Diagnostic[]>();
  for (const diagnostic of diagnostics) getOrMake(groups, diagnostic.folder, () => []).push(diagnostic);
  return [...groups].flatMap(([folder, group]) => {
    const all = group.map(({ folder: _, ...diagnostic }) => diagnostic);
    const [first, ...others] = sortDiagnostics(all.filter(({ code }) => code !== "ROUTE_MISSING"));
    if (folder === undefined || !first || others.length === 0) return all;
    // Why it cannot be read is what helps.
    if (diagnostics.some(({ file }) => file === folder)) return [];
    const message = `Nothing is in ${folder}, or the folder is not there: ${others.length + 1} places lead to what would be in it. This is the first.`;
    return [{ ...first, message, hint: `put back what was in ${folder}, or take out what leads there` }];
  });
}
