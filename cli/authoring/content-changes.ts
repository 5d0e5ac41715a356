import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadTemplates } from "../bundle/load-templates.ts";
import type { LoadedTemplates } from "../bundle/templates.ts";
import { type CheckOptions, resolveConfig, shownPath } from "../config/resolve-config.ts";
import { createEntryRules } from "../content/entries/entry-rules.ts";
import { NOT_FOUND_PAGE } from "../content/references/missing-pages.ts";
import type { EntryPart } from "../content/schema/entry-fields.ts";
import { listSources, type SourceList, type SourceRef } from "../content/sources/list-sources.ts";
import { documentAt } from "../content/sources/locate.ts";
import { parseSource } from "../content/sources/parse-source.ts";
import { readSource } from "../content/sources/read-source.ts";
import { BuildFailedError, type Diagnostic, EventsiteError, hasErrors } from "../diagnostics/diagnostic.ts";
import { writeWhole } from "../files/write-whole.ts";
import { editValues } from "../rewrite/rewrite-values.ts";
import { suggestionHint } from "../text/suggest.ts";
import type { Renaming, Values } from "./rename-values.ts";

export interface RenameOptions extends Pick<CheckOptions, "root" | "contentDir" | "templatesDir" | "cache"> {
  /** "services/gala-dinners", its file, or the address of its page. */
  readonly from: string;
  /** The new name: "galas", or its file under this name. */
  readonly to: string;
}

/** The content that a command changes. */
export async function openContent(options: Omit<RenameOptions, "from" | "to">) {
  const config = resolveConfig(options);
  const program = await loadTemplates(config);
  const { collections } = program.templates;
  const sources = listSources(config.root, config.contentDir, collections);
  const pathOf = new Map(collections.map(({ name, path }) => [name, path]));
  /** Without a slash at the end; undefined where entries have none. */
  const pageAddress = (collection: string, slug: string) => pathOf.get(collection)?.(slug).replace(/\/+$/, "");
  const written = documentAt(sources.site)?.data as { readonly url?: unknown } | undefined;
  const siteUrl = config.siteUrl ?? (typeof written?.url === "string" ? written.url : undefined);
  const contentDir = shownPath(config.root, config.contentDir);
  const nameOf = ({ collection, slug }: SourceRef) => `${collection}/${slug}`;
  /** "content/services/galas.yaml" → "services/galas.yaml" */
  const inContent = (written: string): string => {
    const path = written.trim().replaceAll("\\", "/");
    return path.startsWith(`${contentDir}/`) ? path.slice(contentDir.length + 1) : path;
  };
  /** The entry's file and those of its variants; of a variant, "pages/home@summer", its own comes first. Throws ROUTE_UNKNOWN. */
  const find = (written: string): [SourceRef, ...SourceRef[]] => {
    const path = inContent(written);
    const name = path
      .replace(/^\.?\//, "")
      .replace(/(?:@[a-z0-9-]+)?(?:\.(?:ya?ml|md))?$/i, "")
      .replace(/\/+$/, "");
    const hasAddress = ({ collection, slug }: SourceRef) =>
      path.startsWith("/") && (pageAddress(collection, slug) || "/") === `/${name}`;
    const variant = /@([a-z0-9-]+)(?:\.(?:ya?ml|md))?$/i.exec(path)?.[1];
    const found = sources.entries.filter((ref) => nameOf(ref) === name || hasAddress(ref));
    const first = found.find((ref) => ref.variant === variant);
    if (first) return [first, ...found.filter((ref) => ref !== first)];
    const hint = suggestionHint(name, [...new Set(sources.entries.map(nameOf))], "entries are named as in");
    throw new EventsiteError(
      "ROUTE_UNKNOWN",
      `There is no entry "${variant ? `${name}@${variant}` : name}" in ${contentDir}.`,
      { hint },
    );
  };
  /** The entry that has this name, or the address that goes with it. */
  const findTaken = (collection: string, slug: string): SourceRef | undefined => {
    const address = pageAddress(collection, slug);
    const hasAddress = (ref: SourceRef) => address !== undefined && pageAddress(ref.collection, ref.slug) === address;
    return sources.entries.find((ref) => nameOf(ref) === `${collection}/${slug}` || hasAddress(ref));
  };
  return { config, program, sources, siteUrl, pageAddress, inContent, find, findTaken };
}

export function refuseFixed({ collection, slug, address }: Pick<Renaming, "collection" | "slug" | "address">): void {
  if (address !== "" && address !== NOT_FOUND_PAGE) return;
  throw new EventsiteError("USAGE", `${collection}/${slug} is a page that every site has under this name.`, {
    hint: "change its words in its file, or choose another page",
  });
}

interface ChangedText {
  readonly ref: SourceRef;
  readonly text: string;
}

/** The values that a file is to have. */
type ChangeValues = (ref: SourceRef, values: Values, parts: readonly EntryPart[]) => Values;

/** Every file that changes, and what is left where one cannot be changed. Throws the problem of a file that cannot be read. */
export function planTexts(
  sources: SourceList,
  program: LoadedTemplates,
  change: ChangeValues,
): { readonly texts: ChangedText[]; readonly left: Diagnostic[] } {
  const rules = createEntryRules(program);
  const visitSite = program.compileFieldVisitor(program.templates.settings);
  const texts: ChangedText[] = [];
  const left: Diagnostic[] = [];
  for (const ref of [sources.site, ...sources.entries]) {
    const file = readSource(ref);
    if ("code" in file) throw new BuildFailedError([file]);
    const { data, diagnostics } = parseSource(file);
    if (!data || hasErrors(diagnostics)) throw new BuildFailedError(diagnostics);
    const parts =
      ref === sources.site
        ? [{ base: [], visit: visitSite, value: data }]
        : rules.partsOf({ source: ref, written: { ...data } });
    const before = readFileSync(ref.path, "utf8");
    const edited = editValues(ref, before, change(ref, data, parts));
    if (typeof edited !== "string") left.push(edited);
    else if (edited !== before) texts.push({ ref, text: edited });
  }
  return { texts, left };
}

/** Whether variants of this name are those of this entry, and of no page in another folder. */
export const hasOwnVariants = (own: readonly SourceRef[], { entries }: SourceList): boolean =>
  own.some(({ variant }) => variant !== undefined) &&
  !entries.some((ref) => ref.variant !== undefined && ref.slug === own[0]?.slug && !own.includes(ref));

/**
 * All or nothing: a file that cannot be written leaves the content as it was. `targets` are the new paths of files, undefined for those that
 * go. Returns what undoes it.
 */
export function writeAll(texts: readonly ChangedText[], targets: ReadonlyMap<string, string | undefined>): () => void {
  const undo: (() => void)[] = [];
  const undoAll = () => {
    for (const step of undo.reverse()) step();
  };
  const newTexts = new Map(texts.map(({ ref, text }) => [ref.path, text]));
  try {
    for (const path of new Set([...newTexts.keys(), ...targets.keys()])) {
      const before = readFileSync(path);
      const target = targets.has(path) ? targets.get(path) : path;
      undo.push(() => writeFileSync(path, before));
      if (target !== undefined) writeWhole(target, newTexts.get(path) ?? before);
      if (target === path) continue;
      undo.push(() => target !== undefined && rmSync(target, { force: true }));
      rmSync(path);
    }
  } catch (error) {
    undoAll();
    throw error;
  }
  return undoAll;
}
