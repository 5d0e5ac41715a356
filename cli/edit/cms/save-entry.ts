// Saves an entry as its form has sent it: after the checks of a build, with only what differs changed in the file.

import { rmSync } from "node:fs";
import type { SourceRef } from "../../content/sources/list-sources.ts";
import { BuildFailedError, sentenceOf } from "../../diagnostics/diagnostic.ts";
import { contentHash } from "../../files/content-hash.ts";
import { writeWhole } from "../../files/write-whole.ts";
import { sourceOfRaw } from "../../rewrite/open-file.ts";
import { replaceFile } from "../../rewrite/replace-file.ts";
import { PostRefusal } from "../../serve/own-post.ts";
import { type CmsSite, type FilledForm, schemaFor } from "./cms-site.ts";
import { readSentForm, type SentForm } from "./entry-form.ts";
import { refuseMistakes } from "./entry-mistakes.ts";
import { changedText, copiedText, type EntryValues, newText } from "./entry-text.ts";
import { meantValues } from "./form-values.ts";
import { MARKS_APART } from "./markdown-texts.ts";
import { withStoredNames } from "./picture-sources.ts";
import { copiedEntry, entryRef, type StoredEntry, storedEntry } from "./stored-entry.ts";

/** `path` is that from the project's root, `text` what the form sends. Throws PostRefusal, or BuildFailedError for what would break elsewhere. */
export async function saveEntry(path: string, text: string, isNew: boolean, site: CmsSite): Promise<void> {
  const ref = entryRef(path, site);
  const form = readSentForm(ref, text);
  const stored = site.rules.sourceOf(path) && storedEntry(ref, site);
  const filled = site.filled.get(form.version);
  refuseConflict(path, { stored, isNew, filled });
  const entry = { ref, stored, original: stored ?? copiedEntry(filled, ref, site) };
  const changed = entryText(entry, form, site);
  refuseMistakes(sourceOfRaw(ref, changed), stored && sourceOfRaw(ref, stored.raw), site.rules);
  await writeChecked(entry, changed, site);
  site.filled.set(form.version, { path, hash: contentHash(Buffer.from(changed)) });
}

interface SavedEntry {
  readonly ref: SourceRef;
  /** What is there now; undefined for a new entry. */
  readonly stored: StoredEntry | undefined;
  /** The file whose comments and order it keeps: its own, or that of the entry it was copied from. */
  readonly original: StoredEntry | undefined;
}

/** What a form was filled with, and what is there now. */
interface FormState extends Pick<SavedEntry, "stored"> {
  readonly isNew: boolean;
  readonly filled: FilledForm | undefined;
}

function refuseConflict(path: string, { stored, isNew, filled }: FormState): void {
  if (stored && isNew) throw new PostRefusal(409, `There is ${path} already. Choose another name.`);
  if (!stored && !isNew) throw new PostRefusal(409, `${path} is gone. Keep your words, and load the entries again.`);
  if (stored && filled?.hash !== stored.hash)
    throw new PostRefusal(409, changedMeanwhile(path, filled?.hash ?? "", stored.hash));
}

const changedMeanwhile = (path: string, form: string, file: string): string =>
  `${path} was changed in the meantime: this form has its version ${form.slice(0, 8)}, the file is at ${file.slice(0, 8)}. Nothing was written. Keep your words, and load the entry again.`;

function entryText({ ref, stored, original }: SavedEntry, form: SentForm, site: CmsSite): string {
  const named = withStoredNames(form.values, site.rules.list().images, site.renamed);
  const values = meantValues(named, original?.data, schemaFor(ref, site), MARKS_APART) as EntryValues;
  if (!original) return newText(ref, values);
  if (!stored) return copiedText(ref, original, values, form.isReal);
  const text = changedText(ref, stored.raw, values, form.isReal);
  if (typeof text !== "string") throw new PostRefusal(422, sentenceOf(text));
  return text;
}

/** Where links of other files would be broken, the file is as it was. Earlier mistakes are no reason to refuse. */
async function writeChecked({ ref, stored }: SavedEntry, text: string, { errors }: CmsSite): Promise<void> {
  if (text === stored?.raw) return;
  const write = () => (stored ? replaceText(stored, stored.raw, text) : writeWhole(ref.path, text));
  const takeBack = () => (stored ? replaceText(stored, text, stored.raw) : rmSync(ref.path));
  write();
  const problems = await errors();
  if (problems.length === 0) return;
  takeBack();
  const earlier = (await errors()).map(sentenceOf);
  const added = problems.filter((each) => !earlier.includes(sentenceOf(each)));
  if (added.length > 0) throw new BuildFailedError(added);
  write();
}

function replaceText(stored: StoredEntry, from: string, to: string): void {
  const problem = replaceFile({ ...stored, hash: contentHash(Buffer.from(from)) }, to);
  if (problem) throw new PostRefusal(problem.code === "EDIT_CHANGED" ? 409 : 500, sentenceOf(problem));
}
