// content/ → the list of its files: the collection and entry of each, sorted, so that the order on disk does not matter.

import { type Dirent, readdirSync, statSync } from "node:fs";
import { basename, extname, join, sep } from "node:path";
import type { CollectionDefinition } from "../../../templates/kit/index.ts";
import { shownPath } from "../../config/resolve-config.ts";
import { type Diagnostic, EventsiteError } from "../../diagnostics/diagnostic.ts";
import { leadsToFolder } from "../../files/tree-of.ts";
import { compareText } from "../../text/compare-text.ts";
import { latinName } from "../../text/latin-name.ts";
import { suggestionHint } from "../../text/suggest.ts";
import { isHiddenOrLeftover } from "./leftover-names.ts";
import { OTHER_PICTURE, PICTURE_NAME, unknownFileHint } from "./misnamed-files.ts";
import { listStaticFiles, STATIC_FOLDER, type StaticFile } from "./static-files.ts";

/** A content file to read. `collection` is "" for site.yaml. */
export interface SourceRef {
  readonly path: string;
  /** As messages name it. */
  readonly file: string;
  readonly collection: string;
  readonly slug: string;
  readonly variant: string | undefined;
  readonly format: "yaml" | "markdown";
}

/** All that listing needs of a collection. */
type CollectionFolder = Pick<CollectionDefinition, "name" | "format">;

export interface SourceList {
  readonly site: SourceRef;
  readonly entries: readonly SourceRef[];
  /** What files with a wrong name or ending are meant to be: it exists for those that refer to it. */
  readonly misnamed: readonly Pick<SourceRef, "collection" | "slug">[];
  /** Pictures below content/images, relative to it, with forward slashes. */
  readonly images: readonly string[];
  /** Those in a format that is not published. */
  readonly otherImages: readonly string[];
  /** What is published as it is, from content/files. */
  readonly files: readonly StaticFile[];
  readonly diagnostics: readonly Diagnostic[];
}

const FILE_ENDINGS = { yaml: ".yaml", markdown: ".md" } as const;
const NAME = /^([a-z0-9]+(?:-[a-z0-9]+)*)(?:@([a-z0-9]+(?:-[a-z0-9]+)*))?$/;

/** The entry that a file of its collection's folder is; undefined if its name cannot be an address. */
export function entryAt(
  shownDir: string,
  dir: string,
  fileName: string,
  { name: collection, format }: CollectionFolder,
): SourceRef | undefined {
  const ending = FILE_ENDINGS[format];
  // What is passed by has no such name.
  const name = fileName.endsWith(ending) ? NAME.exec(fileName.slice(0, -ending.length)) : null;
  if (!name?.[1]) return undefined;
  const file = `${shownDir}/${fileName}`;
  return { path: dir + sep + fileName, file, collection, slug: name[1], variant: name[2], format };
}

/** What is found while the folders are read. */
interface Found {
  readonly entries: SourceRef[];
  readonly misnamed: SourceList["misnamed"][number][];
  readonly images: string[];
  readonly otherImages: string[];
  readonly files: StaticFile[];
  readonly diagnostics: Diagnostic[];
  /** A path as messages name it. */
  fileOf(path: string): string;
  report(code: Diagnostic["code"], path: string, message: string, hint?: string): void;
}

/** Rejects with SOURCE_NO_CONTENT if there is no content at all; other problems are collected. */
export function listSources(root: string, contentDir: string, collections: readonly CollectionFolder[]): SourceList {
  requireContent(contentDir);
  const found = nothingFound(root);
  const folders = [...collections.map(({ name }) => name), "images", STATIC_FOLDER];
  for (const entry of readFolder(found, contentDir)) {
    const path = join(contentDir, entry.name);
    const collection = collections.find(({ name }) => name === entry.name);
    if (!leadsToFolder(entry, path)) reportFile(found, entry, path, folders);
    else if (entry.name === "images") listImages(found, path, "");
    else if (entry.name === STATIC_FOLDER) listStatics(found, root, path);
    else if (collection) listEntries(found, path, collection, `${found.fileOf(contentDir)}/`);
    else {
      const hint = suggestionHint(entry.name, folders, "the folders are");
      found.report("SOURCE_UNKNOWN_FOLDER", path, `Nothing reads the folder "${entry.name}".`, hint);
    }
  }
  reportAlikeImages(found, join(contentDir, "images"));
  reportLoneVariants(found);
  const { entries, misnamed, images, otherImages, files, diagnostics } = found;
  return { site: siteSource(root, contentDir), entries, misnamed, images, otherImages, files, diagnostics };
}

function nothingFound(root: string): Found {
  const diagnostics: Diagnostic[] = [];
  const fileOf = (path: string) => shownPath(root, path);
  return {
    entries: [],
    misnamed: [],
    images: [],
    otherImages: [],
    files: [],
    diagnostics,
    fileOf,
    report: (code, path, message, hint) =>
      diagnostics.push({ code, severity: "error", message, file: fileOf(path), hint }),
  };
}

function readFolder({ report }: Found, dir: string): Dirent[] {
  try {
    return readdirSync(dir, { withFileTypes: true })
      .filter(({ name }) => !isHiddenOrLeftover(name))
      .sort((a, b) => compareText(a.name, b.name));
  } catch (error) {
    report("SOURCE_UNREADABLE", dir, `The folder cannot be read (${(error as NodeJS.ErrnoException).code}).`);
    return [];
  }
}

/** Of the files beside the folders, site.yaml and README.md alone belong there. */
function reportFile({ report }: Found, entry: Dirent, path: string, folders: readonly string[]): void {
  if (entry.name === "site.yaml" || entry.name === "README.md") return;
  if (folders.includes(entry.name)) {
    const what = entry.isSymbolicLink() ? "This is a link to a folder that is not there." : "This is no folder.";
    report("SOURCE_UNREADABLE", path, what, "put the folder itself there");
    return;
  }
  const hint = suggestionHint(entry.name, ["site.yaml"], "the only file beside the folders is");
  report("SOURCE_UNKNOWN_FILE", path, `Nothing reads "${entry.name}" here.`, hint);
}

function listImages(found: Found, dir: string, prefix: string): void {
  for (const entry of readFolder(found, dir)) {
    const path = join(dir, entry.name);
    if (leadsToFolder(entry, path)) listImages(found, path, `${prefix}${entry.name}/`);
    else if (PICTURE_NAME.test(entry.name)) found.images.push(prefix + entry.name);
    else if (OTHER_PICTURE.test(entry.name)) found.otherImages.push(prefix + entry.name);
  }
}

function listStatics({ files, diagnostics }: Found, root: string, dir: string): void {
  const listed = listStaticFiles(root, dir);
  files.push(...listed.files);
  diagnostics.push(...listed.diagnostics);
}

function listEntries(found: Found, dir: string, { name: collection, format }: CollectionFolder, content: string): void {
  const shownDir = found.fileOf(dir);
  for (const entry of readFolder(found, dir)) {
    const isFolder = leadsToFolder(entry, dir + sep + entry.name);
    const source = isFolder ? undefined : entryAt(shownDir, dir, entry.name, { name: collection, format });
    if (source) found.entries.push(source);
    else {
      found.misnamed.push({ collection, slug: latinName(entry.name.replace(/\..*$/, "")) });
      reportMisnamed(found, { dir, name: entry.name, isFolder }, { collection, ending: FILE_ENDINGS[format], content });
    }
  }
}

/** `content`: the folder of all content, as messages name it. */
function reportMisnamed(
  { report }: Found,
  { dir, name, isFolder }: { readonly dir: string; readonly name: string; readonly isFolder: boolean },
  { collection, ending, content }: { readonly collection: string; readonly ending: string; readonly content: string },
): void {
  const path = dir + sep + name;
  if (isFolder || extname(name) !== ending) {
    const hint = isFolder ? "entries are files directly in this folder" : unknownFileHint(name, ending, content);
    report("SOURCE_UNKNOWN_FILE", path, `content/${collection} holds ${ending} files only.`, hint);
    return;
  }
  const base = basename(name, ending);
  // A second extension before the real one is not part of the name.
  const named = base.replace(/\.(?:ya?ml|md|markdown|txt)$/i, "");
  const proposal = named.split("@").map(latinName).filter(Boolean).join("@") || "new-page";
  const hint = `use a-z, 0-9 and hyphens, such as ${proposal}${ending}`;
  report("SOURCE_BAD_NAME", path, `The file name "${base}" cannot be an address.`, hint);
}

function reportAlikeImages({ images, report }: Found, imagesDir: string): void {
  for (const [earlier, later] of alikeNames(images)) {
    const message = `The names of this picture and "${earlier}" differ in capitals alone: Windows and Macs keep only one of the two.`;
    report("SOURCE_BAD_NAME", join(imagesDir, later), message, "rename one of the two, and where it is named");
  }
}

function reportLoneVariants({ entries, report }: Found): void {
  const nameOf = ({ collection, slug }: SourceRef) => `${collection}/${slug}`;
  const plain = new Set(entries.filter(({ variant }) => variant === undefined).map(nameOf));
  for (const ref of entries) {
    if (ref.variant === undefined || plain.has(nameOf(ref))) continue;
    const message = `There is no ${ref.slug}${FILE_ENDINGS[ref.format]} that this is a variant of.`;
    const hint = `make that file first, or take "@${ref.variant}" out of the name of this one`;
    report("SOURCE_VARIANT_ALONE", ref.path, message, hint);
  }
}

/** Each name that is like an earlier one where capitals and the spelling of accents do not count, with that one. */
function alikeNames(names: readonly string[]): [earlier: string, later: string][] {
  const first = new Map<string, string>();
  return names.flatMap((name): [string, string][] => {
    const key = name.toLowerCase().normalize("NFC");
    const earlier = first.get(key);
    first.set(key, earlier ?? name);
    return earlier === undefined ? [] : [[earlier, name]];
  });
}

export function siteSource(root: string, contentDir: string): SourceRef {
  const path = join(contentDir, "site.yaml");
  return { path, file: shownPath(root, path), collection: "", slug: "site", variant: undefined, format: "yaml" };
}

/** Rejects with SOURCE_NO_CONTENT if there is no content at all: called before anything is written. */
export function requireContent(contentDir: string): void {
  if (!statSync(contentDir, { throwIfNoEntry: false })?.isDirectory()) {
    throw new EventsiteError("SOURCE_NO_CONTENT", `There is no content folder at ${contentDir}.`, {
      hint: "run the command in the project's folder, or name the content folder with --content",
    });
  }
  if (!statSync(join(contentDir, "site.yaml"), { throwIfNoEntry: false })?.isFile()) {
    const meant = readdirSync(contentDir).find(
      (name) => name !== "site.yaml" && /^site(?:\.(?:ya?ml|txt))?(?:\.\w+)?$/i.test(name),
    );
    throw new EventsiteError("SOURCE_NO_CONTENT", `There is no site.yaml in ${contentDir}.`, {
      hint: meant
        ? `rename ${meant} to site.yaml`
        : "site.yaml holds what is true of the whole site; every site has one. Another content folder is named with --content",
    });
  }
}
