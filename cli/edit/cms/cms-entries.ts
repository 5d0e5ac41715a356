// Entries for the CMS: listed, read as its forms show them, and retired. Paths are those from the project's root; all throw PostRefusal.

import { dirname } from "node:path";
import { PostRefusal } from "../../serve/own-post.ts";
import { type CmsSite, schemaFor } from "./cms-site.ts";
import { createEntryForm } from "./entry-form.ts";
import { entryRef, storedEntry } from "./stored-entry.ts";
import { successorsOf } from "./successors.ts";

export const entriesIn = (folder: string, { rules }: CmsSite): readonly string[] =>
  rules.list().entries.flatMap(({ file }) => (dirname(file) === folder ? [file] : []));

/** What its form is filled with. */
export function fillForm(path: string, site: CmsSite): string {
  const ref = entryRef(path, site);
  const entry = storedEntry(ref, site);
  const { version, text } = createEntryForm(entry, schemaFor(ref, site));
  for (const form of [version, path]) site.filled.set(form, { path, hash: entry.hash });
  return text;
}

/** Entries that could take the place of one, as "services/award-nights". */
export const successorsFor = (path: string, site: CmsSite): readonly string[] =>
  successorsOf(entryRef(path, site), site.rules.list(), site.templates.templates.collections);

/** Retires the entry, or removes the variant of one. */
export function removeEntry(path: string, to: string | undefined, site: CmsSite): Promise<unknown> {
  if (entryRef(path, site).collection === "")
    throw new PostRefusal(422, `Every site has ${path}: change what it says.`);
  return site.retire(path, to || undefined);
}
