// What the commands that rename and retire entries have in common: they open the content and plan the new text of every file.

import { loadTemplates } from "../bundle/load-templates.ts";
import { type CheckOptions, resolveConfig, shownPath } from "../config/resolve-config.ts";
import { createEntryRules } from "../content/entries/entry-rules.ts";
import { NOT_FOUND_PAGE } from "../content/references/missing-pages.ts";
import type { EntryPart } from "../content/schema/entry-fields.ts";
import { listSources, type SourceList, type SourceRef } from "../content/sources/list-sources.ts";
import { documentAt } from "../content/sources/locate.ts";
import { parseSource } from "../content/sources/parse-source.ts";
import { readSource } from "../content/sources/read-source.ts";
import { BuildFailedError, type Diagnostic, EventsiteError, hasErrors, isProblem } from "../diagnostics/diagnostic.ts";
import { readOriginal } from "../rewrite/replace-file.ts";
import { editValues } from "../rewrite/rewrite-values.ts";
import { argumentHint } from "../text/suggest.ts";
import type { ChangedText } from "./apply-change.ts";
import type { Renaming, Values } from "./rename-values.ts";

export interface RenameOptions extends Pick<CheckOptions, "root" | "contentDir" | "templatesDir" | "cache"> {
  /** "services/gala-dinners", its file, or the address of its page. */
  readonly from: string;
  /** The new name: "galas", or its file under this name. */
  readonly to: string;
}

/** Loads the content that a command changes, and the questions that commands ask about it. */
export async function openContent(options: Omit<RenameOptions, "from" | "to">) {
  const config = resolveConfig(options);
  const program = await loadTemplates(config);
  const { collections } = program.templates;
  const sources = listSources(config.root, config.contentDir, collections);
  const pathOf = new Map(collections.map(({ name, path }) => [name, path]));
  /** The address of an entry's page, without a slash at the end; undefined where the collection has no pages. */
  const pageAddress = (collection: string, slug: string) => pathOf.get(collection)?.(slug).replace(/\/+$/, "");
  const siteData = documentAt(sources.site)?.data as { readonly url?: unknown } | undefined;
  const siteUrl = config.siteUrl ?? (typeof siteData?.url === "string" ? siteData.url : undefined);
  const contentDir = shownPath(config.root, config.contentDir);
  const nameOf = ({ collection, slug }: SourceRef) => `${collection}/${slug}`;
  /** "content/services/galas.yaml" → "services/galas.yaml" */
  const inContent = (reference: string): string => {
    const path = reference.trim().replaceAll("\\", "/");
    return path.startsWith(`${contentDir}/`) ? path.slice(contentDir.length + 1) : path;
  };
  /** The files of an entry and of its variants. The named file comes first: of "pages/home@summer" that of the variant. Throws ROUTE_UNKNOWN. */
  const find = (reference: string): [SourceRef, ...SourceRef[]] => {
    const path = inContent(reference);
    const name = path
      .replace(/^\.?\//, "")
      .replace(/(?:@[a-z0-9-]+)?(?:\.(?:ya?ml|md))?$/i, "")
      .replace(/\/+$/, "");
    const hasAddress = ({ collection, slug }: SourceRef) =>
      path.startsWith("/") && (pageAddress(collection, slug) || "/") === `/${name}`;
    const variant = /@([a-z0-9-]+)(?:\.(?:ya?ml|md))?$/i.exec(path)?.[1];
    const matches = sources.entries.filter((ref) => nameOf(ref) === name || hasAddress(ref));
    const first = matches.find((ref) => ref.variant === variant);
    if (first) return [first, ...matches.filter((ref) => ref !== first)];
    const hint = argumentHint(name, [...new Set(sources.entries.map(nameOf))], "entries are named as in");
    throw new EventsiteError(
      "ROUTE_UNKNOWN",
      `There is no entry "${variant ? `${name}@${variant}` : name}" in ${contentDir}.`,
      { hint },
    );
  };
  /** The entry that has this name already, or the address that belongs to the name. */
  const findTaken = (collection: string, slug: string): SourceRef | undefined => {
    const address = pageAddress(collection, slug);
    const hasAddress = (ref: SourceRef) => address !== undefined && pageAddress(ref.collection, ref.slug) === address;
    return sources.entries.find((ref) => nameOf(ref) === `${collection}/${slug}` || hasAddress(ref));
  };
  return { config, program, sources, siteUrl, pageAddress, inContent, find, findTaken };
}

type OpenContent = Awaited<ReturnType<typeof openContent>>;

/** Throws USAGE for the home page and the not-found page, whose names are fixed. */
export function refuseFixed({ collection, slug, address }: Pick<Renaming, "collection" | "slug" | "address">): void {
  if (address !== "" && address !== NOT_FOUND_PAGE) return;
  throw new EventsiteError("USAGE", `${collection}/${slug} is a page that every site has under this name.`, {
    hint: "change its words in its file, or choose another page",
  });
}

/** Returns the new values of a file. */
type ChangeValues = (ref: SourceRef, values: Values, parts: readonly EntryPart[]) => Values;

/** The files that change, with their new texts. Throws BuildFailedError for a file that cannot be read, and for all that cannot be changed. */
export function planTexts(
  { config, sources, program }: Pick<OpenContent, "config" | "sources" | "program">,
  change: ChangeValues,
): ChangedText[] {
  const rules = createEntryRules(program);
  const visitSite = program.compileFieldVisitor(program.templates.settings);
  const texts: ChangedText[] = [];
  const problems: Diagnostic[] = [];
  for (const ref of [sources.site, ...sources.entries]) {
    const file = readSource(ref);
    if (isProblem(file)) throw new BuildFailedError([file]);
    const { data, diagnostics } = parseSource(file);
    if (!data || hasErrors(diagnostics)) throw new BuildFailedError(diagnostics);
    const parts =
      ref === sources.site
        ? [{ base: [], visit: visitSite, value: data }]
        : rules.partsOf({ source: ref, values: { ...data } });
    const original = readOriginal(ref, config.contentDir);
    const before = isProblem(original) ? file.text : original.raw;
    const text = editValues(ref, before, change(ref, data, parts));
    if (typeof text !== "string") problems.push(text);
    else if (text === before) continue;
    else if (isProblem(original)) problems.push(original);
    else texts.push({ original, text });
  }
  if (problems.length > 0) throw new BuildFailedError(problems);
  return texts;
}

/** Whether the entry has variants, and no entry of the same name in another folder has any. */
export const hasOwnVariants = (refs: readonly SourceRef[], { entries }: SourceList): boolean =>
  refs.some(({ variant }) => variant !== undefined) &&
  !entries.some((ref) => ref.variant !== undefined && ref.slug === refs[0]?.slug && !refs.includes(ref));
