// Entries for the CMS: read as its forms show them, and written after the checks of a build, with only what differs changed in the file.

import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { LoadedTemplates } from "../../bundle/templates.ts";
import { type Config, shownPath } from "../../config/resolve-config.ts";
import { entryAt, type SourceList, type SourceRef } from "../../content/sources/list-sources.ts";
import { parseSource } from "../../content/sources/parse-source.ts";
import type { SourceFile } from "../../content/sources/read-source.ts";
import { openDocument, type Path, type SourceDocument } from "../../content/sources/source-document.ts";
import { writeYaml } from "../../content/yaml/write-yaml.ts";
import { BuildFailedError, type Diagnostic, isError, sentenceOf } from "../../diagnostics/diagnostic.ts";
import { contentHash } from "../../files/content-hash.ts";
import { writeWhole } from "../../files/write-whole.ts";
import { withoutMarks, withoutReplacedMarks } from "../../rewrite/placeholder-marks.ts";
import { type Original, readOriginal, replaceFile } from "../../rewrite/replace-file.ts";
import { sourceOfRaw } from "../../rewrite/rewrite-file.ts";
import { editValues } from "../../rewrite/rewrite-values.ts";
import { PostRefusal } from "../../serve/own-post.ts";
import { isKnownIn, type SiteRules } from "../text/site-rules.ts";
import { entrySchemas } from "./configuration.ts";
import { type IsReal, labelOfPath, PLACEHOLDERS, placeholdersIn, realIn } from "./form-placeholders.ts";
import { meantValues, shownValues } from "./form-values.ts";
import { successorsOf } from "./successors.ts";

type Values = Readonly<Record<string, unknown>>;

/** A key that the form carries and does not show: its name in `filled`. */
const VERSION = "eventsite-version";
const NAMED_BY = "its file is named from the first field. Spell that in Latin letters, at least until it is saved.";

/** The values with which a form was filled, or that it has saved since. */
interface FilledForm {
  readonly path: string;
  readonly hash: string;
}

export interface CmsSite {
  readonly config: Pick<Config, "root" | "contentDir">;
  readonly templates: LoadedTemplates;
  readonly rules: SiteRules;
  /** Forms by their version or, without one, by path. */
  readonly filled: Map<string, FilledForm>;
  /** Pictures that open forms know by another name than they were kept under. */
  readonly renamed: Map<string, string>;
  /** Both have changed nothing where they reject; with `rename`, links and references follow, and the old address leads on. */
  readonly retire: (entry: string, to: string | undefined) => Promise<unknown>;
  readonly rename: (entry: string, to: string) => Promise<unknown>;
  /** The problems of the whole site, as a build would find them now. */
  readonly errors: () => Promise<readonly Diagnostic[]>;
  /** Called when a file was written or removed. */
  readonly onSaved: () => void;
}

/** Paths are those from the project's root. All throw Refusal. */
export function openEntries({ config: { root, contentDir }, templates, rules, filled, renamed, ...changes }: CmsSite) {
  const { retire, errors } = changes;
  const { collections } = templates.templates;
  const schemas = entrySchemas(templates);
  const schemaOf = (ref: SourceRef) => schemas.get(ref.collection) ?? {};

  /** An entry that is there, or can be made. */
  const refOf = (path: string): SourceRef => {
    const dir = resolve(root, dirname(path));
    const collection = collections.find(({ name }) => dir === join(contentDir, name));
    const ref = rules.sourceOf(path) ?? (collection && entryAt(shownPath(root, dir), dir, basename(path), collection));
    if (ref?.file !== path) throw new PostRefusal(404, `${path} cannot be an entry: ${NAMED_BY}`);
    return ref;
  };
  const open = (ref: SourceRef) => {
    const original = readOriginal(ref, contentDir);
    if ("code" in original) throw new PostRefusal(404, sentenceOf(original));
    const { data, diagnostics } = parseSource(sourceOfRaw(ref, original.raw));
    if (!data)
      throw new PostRefusal(422, diagnostics.map((each) => `${ref.file}:${each.line}: ${sentenceOf(each)}`).join(" "));
    return { ...original, data };
  };
  /** The entry that a new one was copied from in its form; undefined where it was filled in from nothing, or the entry cannot be read any more. */
  const originalOf = (form: FilledForm | undefined, { file, collection }: SourceRef) => {
    const ref = form && form.path !== file ? rules.sourceOf(form.path) : undefined;
    const original = ref?.collection === collection ? readOriginal(ref, contentDir) : undefined;
    if (original === undefined || "code" in original) return undefined;
    const { data } = parseSource(sourceOfRaw(original.ref, original.raw));
    return data && { ...original, data };
  };

  return {
    list: (folder: string): readonly string[] =>
      rules.list().entries.flatMap(({ file }) => (dirname(file) === folder ? [file] : [])),
    read(path: string): string {
      const ref = refOf(path);
      const { data, hash, raw } = open(ref);
      const version = randomUUID();
      for (const form of [version, path]) filled.set(form, { path, hash });
      const carried = { [PLACEHOLDERS]: placeholdersIn(sourceOfRaw(ref, raw)), [VERSION]: version };
      const { body, ...values } = shownValues(data, schemaOf(ref)) as Values;
      if (ref.format === "yaml") return JSON.stringify({ ...values, body, ...carried });
      return `---\n${JSON.stringify({ ...values, ...carried })}\n---\n${body}`;
    },
    async save(path: string, raw: string, isNew: boolean): Promise<void> {
      const ref = refOf(path);
      const { [VERSION]: form = path, [PLACEHOLDERS]: shown, ...sent } = parseSource({ ...ref, text: raw }).data ?? {};
      const known = rules.sourceOf(path) && open(ref);
      if (known && isNew) throw new PostRefusal(409, `There is ${path} already. Choose another name.`);
      if (!known && !isNew) throw new PostRefusal(409, `${path} is gone. Keep your words, and load the entries again.`);
      const base = filled.get(String(form));
      if (known && base?.hash !== known.hash)
        throw new PostRefusal(409, changedMeanwhile(path, base?.hash ?? "", known.hash));
      const before = known ?? originalOf(base, ref);
      const values = meantValues(withNames(sent, rules.list(), renamed), before?.data, schemaOf(ref)) as Values;
      const isReal = realIn(shown);
      const text = known ? changedText(ref, known.raw, values, isReal) : madeText(ref, before, values, isReal);
      if (typeof text !== "string") throw new PostRefusal(422, sentenceOf(text));
      refuseMistakes(sourceOfRaw(ref, text), known && sourceOfRaw(ref, known.raw), rules);
      const write = (from: string | undefined, to: string) => {
        const was = known && { ...known, hash: contentHash(Buffer.from(from ?? "")) };
        const problem = was ? from !== to && replaceFile(was, to) : writeWhole(ref.path, to);
        if (problem) throw new PostRefusal(problem.code === "EDIT_CHANGED" ? 409 : 500, sentenceOf(problem));
      };
      write(known?.raw, text);
      const found = known?.raw === text ? [] : await errors();
      if (found.length > 0) {
        // Links of other files may be broken now. Earlier mistakes are no reason to refuse.
        if (known) write(text, known.raw);
        else rmSync(ref.path);
        const before = (await errors()).map(sentenceOf);
        const added = found.filter((each) => !before.includes(sentenceOf(each)));
        if (added.length > 0) throw new BuildFailedError(added);
        write(known?.raw, text);
      }
      filled.set(String(form), { path, hash: contentHash(Buffer.from(text)) });
    },
    /** Entries that could take the place of one, as "services/award-nights". */
    successors: (path: string): readonly string[] => successorsOf(refOf(path), rules.list(), collections),
    /** Retires the entry, or removes the variant of one. */
    remove(path: string, to: string | undefined): Promise<unknown> {
      if (refOf(path).collection === "") throw new PostRefusal(422, `Every site has ${path}: change what it says.`);
      return retire(path, to || undefined);
    },
  };
}

const changedMeanwhile = (path: string, form: string, file: string): string =>
  `${path} was changed in the meantime: this form has its version ${form.slice(0, 8)}, the file is at ${file.slice(0, 8)}. Nothing was written. Keep your words, and load the entry again.`;

function changedText(ref: SourceRef, raw: string, values: Values, isReal: IsReal): string | Diagnostic {
  const edited = editValues(ref, raw, values);
  if (typeof edited !== "string") return edited;
  return withoutMarks(ref, withoutReplacedMarks(ref, raw, edited), isReal);
}

/** A copy that cannot have the comments of its original is written without them. */
function madeText(ref: SourceRef, original: Original | undefined, values: Values, isReal: IsReal): string {
  const copied = original && changedText(original.ref, original.raw, values, isReal);
  return typeof copied === "string" ? copied : newText(ref, values);
}

function newText({ format }: SourceRef, { body, ...values }: Values): string {
  if (format === "yaml") return `${writeYaml({ ...values, body }, "block")}\n`;
  return `---\n${writeYaml(values, "block")}\n---\n\n${String(body ?? "").trim()}\n`;
}

/** A picture that was chosen from a folder has its name alone. */
function withNames(values: Values, { images }: SourceList, renamed: ReadonlyMap<string, string>): Values {
  const inFolders = images.filter((src) => !images.includes(basename(src))).map((src) => [basename(src), src] as const);
  const others = [...renamed].filter(([name]) => !images.includes(name));
  const names = new Map([...inFolders, ...others]);
  return JSON.parse(JSON.stringify(values), (_, value) => names.get(String(value).replace(/^\/+/, "")) ?? value);
}

/** Mistakes that were there before are no reason to refuse. */
function refuseMistakes(file: SourceFile, before: SourceFile | undefined, rules: SiteRules): void {
  const isKnown = isKnownIn(before, rules);
  const mistakes = rules.check(file).filter((each) => isError(each) && !isKnown(each));
  if (mistakes.length === 0) return;
  const document = openDocument(file);
  const sentences = mistakes.map((each) => `${fieldAt(document, each.line ?? 1)}: ${sentenceOf(each)}`);
  throw new PostRefusal(422, `Not saved. ${sentences.join(" ")}`);
}

/** The last field that begins on or above a line: "sections › 2 › heading", counted from 1. */
function fieldAt(document: SourceDocument, line: number): string {
  const pathsOf = (value: unknown, path: Path): Path[] => {
    const parts = Object.entries(typeof value === "object" ? (value ?? {}) : {});
    const stepOf = (key: string) => (Array.isArray(value) ? Number(key) : key);
    return [path, ...parts.flatMap(([key, each]) => pathsOf(each, [...path, stepOf(key)]))];
  };
  const found =
    pathsOf(document.data, []).findLast((path) => path.length > 0 && document.place(path, "key").line <= line) ?? [];
  return labelOfPath(found);
}
