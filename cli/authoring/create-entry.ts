// Creates a content file from a name. The new file passes `check`, and no file is ever overwritten.

import { dirname, join } from "node:path";
import type { CollectionDefinition } from "../../templates/kit/index.ts";
import { loadTemplates } from "../bundle/load-templates.ts";
import type { LoadedTemplates } from "../bundle/templates.ts";
import { type CheckOptions, type Config, resolveConfig, shownPath } from "../config/resolve-config.ts";
import { ownFields } from "../content/entries/own-fields.ts";
import { STARTER_NOTE } from "../content/entries/placeholders.ts";
import { schemaAt } from "../content/schema/schema-walk.ts";
import { readSettings } from "../content/settings/read-settings.ts";
import type { SourceList, SourceRef } from "../content/sources/list-sources.ts";
import { documentAt } from "../content/sources/locate.ts";
import { parseSource } from "../content/sources/parse-source.ts";
import { readSource } from "../content/sources/read-source.ts";
import { asBuildFailure, IF_WRITABLE } from "../diagnostics/as-build-failure.ts";
import { BuildFailedError, EventsiteError, isProblem } from "../diagnostics/diagnostic.ts";
import { makeFolder } from "../files/make-folder.mjs";
import { writeFile } from "../files/write-file.ts";
import { editValues } from "../rewrite/rewrite-values.ts";
import { latinName } from "../text/latin-name.ts";
import { argumentHint } from "../text/suggest.ts";
import { openContent } from "./content-changes.ts";
import { starterText } from "./starter-text.ts";

export interface CreateOptions extends Pick<CheckOptions, "root" | "contentDir" | "templatesDir" | "cache"> {
  /** One of `starterKinds`. */
  readonly kind: string;
  /** Its name: "Harbour Hotel". The file name is made from it. */
  readonly name: string;
  /** An entry of the same kind, "harbour-hotel", that is copied instead of a starter. The copy is a draft. */
  readonly from?: string | undefined;
}

export interface CreatedEntry {
  /** Relative to the project root. */
  readonly file: string;
  /** Lines of sections that leave out an entry of this collection from now on, because their `limit` has been reached. */
  readonly fullLists: readonly string[];
}

/** From a longer name the starter would make a description that is too long and an address that is hard to read out. */
const MAX_NAME = 100;

/**
 * Writes a starter file. Rejects with USAGE for an unknown kind and for a name from which no file name or value can be made. Rejects with
 * BuildFailedError: NEW_EXISTS if the name or its address is taken, CONTENT_UNKNOWN_IMAGE if the entry needs a picture and the site has
 * none, SOURCE_NO_CONTENT.
 */
export async function createEntry({ kind, name: rawName, from, ...options }: CreateOptions): Promise<CreatedEntry> {
  const name = rawName.trim().replace(/\s+/g, " ");
  const slug = slugOf(kind, name);
  return asBuildFailure(async () => {
    const { config, program, sources, find, findTaken } = await openContent(options);
    const { templates, jsonSchemaOf } = program;
    const collection = templates.collections.find((each) => starterKind(each) === kind);
    if (!collection) throw unknownKind(kind, templates.collections);
    const schema = jsonSchemaOf(collection.schema);
    const key = collection.uniqueBy;
    const fixedValues = key === undefined ? {} : { [key]: slug.slice(0, schema.properties?.[key]?.maxLength) };
    requireUsable(collection, fixedValues);
    const isMarkdown = collection.format === "markdown";
    const path = join(config.contentDir, collection.name, `${slug}${isMarkdown ? ".md" : ".yaml"}`);
    const file = shownPath(config.root, path);
    const existing = findTaken(collection.name, slug);
    if (existing) throw exists(existing.file);
    if (from !== undefined) {
      const [source] = find(from.includes("/") ? from : `${collection.name}/${from}`);
      if (source.collection !== collection.name)
        throw new EventsiteError("USAGE", `${source.file} is not ${collection.singular}.`);
      write(path, copyOf(source, collection, { ...fixedValues, name }), file);
      return { file, fullLists: fullLists(collection.name, sources, program) };
    }
    const { lists } = readSettings(sources.site, program, config);
    const { values, body } = starterText(schema, isMarkdown, {
      name,
      fixedValues,
      firstSection:
        templates.sections.find(({ hasMainHeading }) => hasMainHeading)?.type ?? templates.sections[0]?.type,
      image: (isRequired) => firstPicture(sources, config, isRequired),
      slugOf: (collectionName) =>
        [...(lists[collectionName] ?? [])][0] ??
        sources.entries.find((entry) => entry.collection === collectionName)?.slug,
      sectionOf: (type) => {
        const section = templates.sections.find((each) => each.type === type);
        return section && jsonSchemaOf(section.schema);
      },
    });
    write(path, isMarkdown ? `---\n${HEADER}${values}---\n\n${body}` : HEADER + values, file);
    return { file, fullLists: fullLists(collection.name, sources, program) };
  }, IF_WRITABLE);
}

/** Sections that show the first entries of the collection and whose `limit` has been reached, as "content/pages/home.yaml:165". */
function fullLists(name: string, { entries }: SourceList, { templates, jsonSchemaOf }: LoadedTemplates): string[] {
  const count = entries.filter(({ collection, variant }) => collection === name && variant === undefined).length;
  const lists = templates.sections.filter(({ schema }) => jsonSchemaOf(schema).properties?.[name]?.items);
  return entries.flatMap((ref) => {
    const document = documentAt(ref);
    const { sections } = Object(document?.data);
    return (Array.isArray(sections) ? sections : []).flatMap((section, index) =>
      document && section?.limit <= count && !section[name] && lists.some(({ type }) => type === section.type)
        ? `${ref.file}:${document.place(["sections", index, "limit"]).line}`
        : [],
    );
  });
}

/** The text of an entry with another name, as a draft: until its text is changed, the site would have the same page twice. */
function copyOf(
  source: SourceRef,
  collection: CollectionDefinition,
  fixedValues: Readonly<Record<string, string>>,
): string {
  const file = readSource(source);
  if (isProblem(file)) throw new BuildFailedError([file]);
  const leftOut = new Set(ownFields(collection));
  const values = Object.fromEntries(Object.entries(parseSource(file).data ?? {}).filter(([key]) => !leftOut.has(key)));
  const names = Object.entries({ ...fixedValues, title: fixedValues.name }).filter(([key]) => key in values);
  const copy = editValues(source, file.text, { draft: true, ...values, ...Object.fromEntries(names) });
  if (typeof copy !== "string") throw new BuildFailedError([copy]);
  return copy;
}

/** The kinds that `createEntry` accepts, in the order of the collections. Rejects with BuildFailedError: BUNDLE_FAILED. */
export async function starterKinds(options: Omit<CreateOptions, "kind" | "name"> = {}): Promise<readonly string[]> {
  const { templates } = await loadTemplates(resolveConfig(options));
  return kindsOf(templates.collections);
}

/** The singular of an English plural: "galleries" → "gallery", "boxes" → "box", "bikes" → "bike". */
const singularOf = (name: string): string =>
  name
    .replace(/ies$/, "y")
    .replace(/(ss|sh|ch|x|z)es$/, "$1")
    .replace(/([^s])s$/, "$1");

const starterKind = ({ name, starter }: CollectionDefinition): string | undefined =>
  starter === false ? undefined : (starter ?? singularOf(name));

const kindsOf = (collections: readonly CollectionDefinition[]): string[] =>
  collections.flatMap((each) => starterKind(each) ?? []);

function unknownKind(kind: string, collections: readonly CollectionDefinition[]): EventsiteError {
  const kinds = kindsOf(collections);
  const hint = argumentHint(kind, kinds, "the kinds are");
  return new EventsiteError("USAGE", `There is no kind of entry "${kind}". Allowed choices are ${kinds.join(", ")}.`, {
    hint,
  });
}

const HEADER = `# ${STARTER_NOTE}; \`eventsite check --release\` finds those that are left.
# A field behind a # without a space may be left out: take the # away to use it.

`;

function slugOf(kind: string, name: string): string {
  const slug = latinName(name);
  const example = `eventsite new ${kind} "Harbour Hotel"`;
  const hint = `use letters or digits, as in: ${example}`;
  // If the letters beside it were left out, a single digit is no name.
  if (/(?!\p{Script=Latin})\p{L}/u.test(name) && !/[a-z]/.test(slug))
    throw new EventsiteError(
      "USAGE",
      `No file name can be made from "${name}": file names and addresses are in Latin letters.`,
      {
        hint: `spell it in Latin letters here, as in ${example}; in the file the name may then be as it is`,
      },
    );
  if (slug === "") throw new EventsiteError("USAGE", `No file name can be made from "${name}".`, { hint });
  if (name.length > MAX_NAME)
    throw new EventsiteError("USAGE", `The name has ${name.length} characters; it may have ${MAX_NAME}.`);
  if (/[{}]/.test(name)) throw new EventsiteError("USAGE", `A name cannot have braces in it: "${name}".`, { hint });
  return slug;
}

/** Throws USAGE if the schema refuses a value made from the name: a valid file name is not always a valid value. */
function requireUsable(
  { schema, starter, name }: CollectionDefinition,
  fixedValues: Readonly<Record<string, string>>,
): void {
  for (const [key, value] of Object.entries(fixedValues)) {
    const issue = schemaAt(schema, [key], fixedValues).schema?.safeParse(value).error?.issues[0];
    if (issue)
      throw new EventsiteError("USAGE", `"${value}" ${issue.message}.`, {
        hint: `choose another name, as in: eventsite new ${starter || singularOf(name)} "Harbour Hotel"`,
      });
  }
}

const exists = (file: string) =>
  new EventsiteError("NEW_EXISTS", `There is ${file} already; nothing was written.`, {
    hint: "edit that file, or choose another name",
  });

/** The first picture that is neither an icon nor a logo: those are drawings or have a folder of their own. */
function firstPicture({ images }: SourceList, { root, contentDir }: Config, isRequired: boolean): string {
  const photographs = images.filter((image) => /\.(?:webp|jpe?g|png|avif)$/i.test(image));
  const photograph = photographs.find((image) => !image.includes("/")) ?? photographs[0];
  if (photograph !== undefined) return photograph;
  if (!isRequired) return "picture.jpg";
  throw new EventsiteError(
    "CONTENT_UNKNOWN_IMAGE",
    `There is no picture in ${shownPath(root, join(contentDir, "images"))} to begin with.`,
    { hint: "put one there first (.webp, .jpg, .png or .avif)" },
  );
}

/** Writes with the flag "wx", because another process may have created the file meanwhile. */
function write(path: string, text: string, file: string): void {
  makeFolder(dirname(path));
  try {
    writeFile(path, text, { flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw exists(file);
    throw error;
  }
}
