// The file of an entry, by the path that a form has of it, and what is in it.

import { basename, dirname, join, resolve } from "node:path";
import { shownPath } from "../../config/resolve-config.ts";
import { entryAt, type SourceRef } from "../../content/sources/list-sources.ts";
import { parseSource } from "../../content/sources/parse-source.ts";
import { isProblem, sentenceOf } from "../../diagnostics/diagnostic.ts";
import { sourceOfRaw } from "../../rewrite/open-file.ts";
import { type Original, readOriginal } from "../../rewrite/replace-file.ts";
import { PostRefusal } from "../../serve/own-post.ts";
import type { CmsSite, FilledForm } from "./cms-site.ts";
import type { EntryValues } from "./entry-text.ts";

export interface StoredEntry extends Original {
  readonly data: EntryValues;
}

const NAMED_BY = "its file is named from the first field. Spell that in Latin letters, at least until it is saved.";

/** An entry that is there, or can be made. Throws PostRefusal. */
export function entryRef(path: string, { config: { root, contentDir }, templates, rules }: CmsSite): SourceRef {
  const dir = resolve(root, dirname(path));
  const collection = templates.templates.collections.find(({ name }) => dir === join(contentDir, name));
  const ref = rules.sourceOf(path) ?? (collection && entryAt(shownPath(root, dir), dir, basename(path), collection));
  if (ref?.file !== path) throw new PostRefusal(404, `${path} cannot be an entry: ${NAMED_BY}`);
  return ref;
}

/** Throws PostRefusal where it cannot be read, with the reason. */
export function storedEntry(ref: SourceRef, site: CmsSite): StoredEntry {
  const entry = readStored(ref, site);
  if (entry instanceof PostRefusal) throw entry;
  return entry;
}

/** The entry that a new one was copied from in its form; undefined where it was filled in from nothing, or the entry cannot be read any more. */
export function copiedEntry(form: FilledForm | undefined, copy: SourceRef, site: CmsSite): StoredEntry | undefined {
  const isCopy = form !== undefined && form.path !== copy.file;
  const ref = isCopy ? site.rules.sourceOf(form.path) : undefined;
  if (ref?.collection !== copy.collection) return undefined;
  const entry = readStored(ref, site);
  return entry instanceof PostRefusal ? undefined : entry;
}

function readStored(ref: SourceRef, { config: { contentDir } }: CmsSite): StoredEntry | PostRefusal {
  const original = readOriginal(ref, contentDir);
  if (isProblem(original)) return new PostRefusal(404, sentenceOf(original));
  const { data, diagnostics } = parseSource(sourceOfRaw(ref, original.raw));
  if (data) return { ...original, data };
  const reasons = diagnostics.map((each) => `${ref.file}:${each.line}: ${sentenceOf(each)}`);
  return new PostRefusal(422, reasons.join(" "));
}
