// content/ → the list of its files, with the collection and entry of each. It is sorted, so that the order on disk does not matter.

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
  /** Its path in messages. */
  readonly file: string;
  readonly collection: string;
  readonly slug: string;
  readonly variant: string | undefined;
  readonly format: "yaml" | "markdown";
  /** The text that the file will have: it is read instead of the file. */
  readonly newText?: string | undefined;
}

/** The part of a collection that listing needs. */
type CollectionFolder = Pick<CollectionDefinition, "name" | "format">;

export interface SourceList {
  readonly site: SourceRef;
  readonly entries: readonly SourceRef[];
  /** The entries that files with a wrong name or ending are meant to be: references to them are not reported. */
  readonly misnamed: readonly Pick<SourceRef, "collection" | "slug">[];
  /** Pictures below content/images, relative to it, with forward slashes. */
  readonly images: readonly string[];
  /** Pictures in a format that is not published. */
  readonly otherImages: readonly string[];
  /** Files that are published as they are, from content/files. */
  readonly files: readonly StaticFile[];
  readonly diagnostics: readonly Diagnostic[];
}

const FILE_ENDINGS = { yaml: ".yaml", markdown: ".md" } as const;
const NAME = /^([a-z0-9]+(?:-[a-z0-9]+)*)(?:@([a-z0-9]+(?:-[a-z0-9]+)*))?$/;

/** The entry of a file in its collection's folder; undefined if the file's name cannot be an address. */
export function entryAt(
  shownDir: string,
  dir: string,
  fileName: string,
  { name: collection, format }: CollectionFolder,
): SourceRef | undefined {
  const ending = FILE_ENDINGS[format];
  // Hidden files and leftovers have no such name.
  const name = fileName.endsWith(ending) ? NAME.exec(fileName.slice(0, -ending.length)) : null;
  if (!name?.[1]) return undefined;
  const file = `${shownDir}/${fileName}`;
  return { path: dir + sep + fileName, file, collection, slug: name[1], variant: name[2], format };
}

/** What is collected while the folders are read. */
interface Listing {
  readonly entries: SourceRef[];
  readonly misnamed: SourceList["misnamed"][number][];
  readonly images: string[];
  readonly otherImages: string[];
  readonly files: StaticFile[];
  readonly diagnostics: Diagnostic[];
  /** A path in messages. */
  fileOf(path: string): string;
  report(code: Diagnostic["code"], path: string, message: string, hint?: string): void;
}

/** Throws SOURCE_NO_CONTENT if there is no content at all. Other problems are collected. */
export function listSources(root: string, contentDir: string, collections: readonly CollectionFolder[]): SourceList {
  requireContent(contentDir);
  const listing = emptyListing(root);
  const folders = [...collections.map(({ name }) => name), "images", STATIC_FOLDER];
  for (const entry of readFolder(listing, contentDir)) {
    const path = join(contentDir, entry.name);
    const collection = collections.find(({ name }) => name === entry.name);
    if (!leadsToFolder(entry, path)) reportFile(listing, entry, path, folders);
    else if (entry.name === "images") listImages(listing, path, "");
    else if (entry.name === STATIC_FOLDER) listStatics(listing, root, path);
    else if (collection) listEntries(listing, path, collection, `${listing.fileOf(contentDir)}/`);
    else {
      const hint = suggestionHint(entry.name, folders, "the folders are");
      listing.report("SOURCE_UNKNOWN_FOLDER", path, `Nothing reads the folder "${entry.name}".`, hint);
    }
  }
  reportAlikeImages(listing, join(contentDir, "images"));
  reportLoneVariants(listing);
  const { entries, misnamed, images, otherImages, files, diagnostics } = listing;
  return { site: siteSource(root, contentDir), entries, misnamed, images, otherImages, files, diagnostics };
}

function emptyListing(root: string): Listing {
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

function readFolder({ report }: Listing, dir: string): Dirent[] {
  try {
    return readdirSync(dir, { withFileTypes: true })
      .filter(({ name }) => !isHiddenOrLeftover(name))
      .sort((a, b) => compareText(a.name, b.name));
  } catch (error) {
    report("SOURCE_UNREADABLE", dir, `The folder cannot be read (${(error as NodeJS.ErrnoException).code}).`);
    return [];
  }
}

/** Reports a file beside the folders: only site.yaml and README.md belong there. */
function reportFile({ report }: Listing, entry: Dirent, path: string, folders: readonly string[]): void {
  if (entry.name === "site.yaml" || entry.name === "README.md") return;
  if (folders.includes(entry.name)) {
    const what = entry.isSymbolicLink() ? "This is a link to a folder that is not there." : "This is no folder.";
    report("SOURCE_UNREADABLE", path, what, "put the folder itself there");
    return;
  }
  const hint = suggestionHint(entry.name, ["site.yaml"], "the only file beside the folders is");
  report("SOURCE_UNKNOWN_FILE", path, `Nothing reads "${entry.name}" here.`, hint);
}

function listImages(listing: Listing, dir: string, prefix: string): void {
  for (const entry of readFolder(listing, dir)) {
    const path = join(dir, entry.name);
    if (leadsToFolder(entry, path)) listImages(listing, path, `${prefix}${entry.name}/`);
    else if (PICTURE_NAME.test(entry.name)) listing.images.push(prefix + entry.name);
    else if (OTHER_PICTURE.test(entry.name)) listing.otherImages.push(prefix + entry.name);
  }
}

function listStatics({ files, diagnostics }: Listing, root: string, dir: string): void {
  const statics = listStaticFiles(root, dir);
  files.push(...statics.files);
  diagnostics.push(...statics.diagnostics);
}

function listEntries(
  listing: Listing,
  dir: string,
  { name: collection, format }: CollectionFolder,
  content: string,
): void {
  const shownDir = listing.fileOf(dir);
  for (const entry of readFolder(listing, dir)) {
    const isFolder = leadsToFolder(entry, dir + sep + entry.name);
    const source = isFolder ? undefined : entryAt(shownDir, dir, entry.name, { name: collection, format });
    if (source) listing.entries.push(source);
    else {
      listing.misnamed.push({ collection, slug: latinName(entry.name.replace(/\..*$/, "")) });
      reportMisnamed(
        listing,
        { dir, name: entry.name, isFolder },
        { collection, ending: FILE_ENDINGS[format], content },
      );
    }
  }
}

/** `content`: the folder of all content, in messages. */
function reportMisnamed(
  { report }: Listing,
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
  const bareName = base.replace(/\.(?:ya?ml|md|markdown|txt)$/i, "");
  const proposal = bareName.split("@").map(latinName).filter(Boolean).join("@") || "new-page";
  const hint = `use a-z, 0-9 and hyphens, such as ${proposal}${ending}`;
  report("SOURCE_BAD_NAME", path, `The file name "${base}" cannot be an address.`, hint);
}

function reportAlikeImages({ images, report }: Listing, imagesDir: string): void {
  for (const [earlier, later] of alikeNames(images)) {
    const message = `The names of this picture and "${earlier}" differ in capitals alone: Windows and Macs keep only one of the two.`;
    report("SOURCE_BAD_NAME", join(imagesDir, later), message, "rename one of the two, and where it is named");
  }
}

function reportLoneVariants({ entries, report }: Listing): void {
  const nameOf = ({ collection, slug }: SourceRef) => `${collection}/${slug}`;
  const plain = new Set(entries.filter(({ variant }) => variant === undefined).map(nameOf));
  for (const ref of entries) {
    if (ref.variant === undefined || plain.has(nameOf(ref))) continue;
    const message = `There is no ${ref.slug}${FILE_ENDINGS[ref.format]} that this is a variant of.`;
    const hint = `make that file first, or take "@${ref.variant}" out of the name of this one`;
    report("SOURCE_VARIANT_ALONE", ref.path, message, hint);
  }
}

/** Pairs of names that differ only in capitals or in the encoding of accents. */
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

/** Throws SOURCE_NO_CONTENT if there is no content at all. It is called before anything is written. */
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
