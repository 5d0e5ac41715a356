// The build's stages up to the plan, run for one file: the same functions, with what the last build knows of the site.

import type { FieldUse } from "../../../templates/kit/for-build/index.ts";
import type { Config } from "../../config/resolve-config.ts";
import { isSetting, type LinkTargets, linkTargets } from "../../content/references/link-targets.ts";
import { schemaAt, valueAt } from "../../content/schema/schema-walk.ts";
import { readSettings, resolveSettings } from "../../content/settings/read-settings.ts";
import { listSources, type SourceList, type SourceRef } from "../../content/sources/list-sources.ts";
import type { SourceFile } from "../../content/sources/read-source.ts";
import type { Path } from "../../content/sources/source-document.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { LoadedSession } from "../../pipeline/watch-session.ts";
import type { OpenText } from "./edit.ts";

/** The site's rules for its content files: which files there are, what they contain, and what is valid. */
export interface SiteRules {
  /** The content as it is now. */
  list(): SourceList;
  /** By its path from the project root; undefined for a file that nothing reads. */
  sourceOf(file: string): SourceRef | undefined;
  /** All problems of a file with this text. */
  check(file: SourceFile): readonly Diagnostic[];
  /** The texts, pictures and links in it. */
  fields(file: SourceFile): readonly FieldUse[];
  /** What the schema of a value calls it, and says of it. */
  describe(ref: SourceRef, data: unknown, path: Path): Pick<OpenText, "name" | "description">;
}

/** Whether a problem of a changed file was in it before. */
export function isKnownIn(before: SourceFile | undefined, rules: SiteRules): (problem: Diagnostic) => boolean {
  const nameOf = ({ code, message }: Diagnostic) => `${code} ${message}`;
  const names = new Set(before && rules.check(before).map(nameOf));
  return (problem) => names.has(nameOf(problem));
}

/** `index` is of the site as it was last loaded. */
export function createSiteRules(config: Config, loaded: LoadedSession): SiteRules {
  const { templates: program, thread, index } = loaded;
  const { templates, compileFieldVisitor } = program;
  const { collections, sections, settings: settingsSchema } = templates;
  const list = () => listSources(config.root, config.contentDir, collections);
  return {
    list,
    sourceOf(file) {
      const { site, entries } = list();
      return [site, ...entries].find((source) => source.file === file);
    },
    check(file) {
      if (file.collection !== "") return thread.check(file, asPublished(index()));
      const { settings, targets } = currentTargets(config, loaded, file);
      return resolveSettings(file, settings, compileFieldVisitor(settingsSchema), asPublished(targets)).diagnostics;
    },
    fields(file) {
      if (file.collection !== "") return thread.fields(file);
      const uses: FieldUse[] = [];
      const { raw } = readSettings(list().site, program, config, file);
      compileFieldVisitor(settingsSchema)(raw, (use) => uses.push(use));
      return uses;
    },
    describe({ collection }, data, path) {
      const [step, position, ...rest] = path;
      const type = step === "sections" ? valueAt(data, ["sections", position ?? 0, "type"]) : undefined;
      const section = sections.find((each) => each.type === type);
      if (section) return schemaAt(section.schema, rest, valueAt(data, path.slice(0, 2)));
      const schema = collection === "" ? settingsSchema : collections.find(({ name }) => name === collection)?.schema;
      return schema ? schemaAt(schema, path, data) : {};
    },
  };
}

/** A watched site may show what is not public: a build does not, and what leads there is a mistake. */
const asPublished = <Index extends LinkTargets | undefined>(index: Index): Index =>
  index && { ...index, clock: { ...index.clock, showsAll: false } };

/** As the files are listed now, with site.yaml as `file` has it; which entries have dates is known from the last load. */
export function currentTargets(config: Config, { templates: program, index }: LoadedSession, file?: SourceFile) {
  const { collections } = program.templates;
  const sources = listSources(config.root, config.contentDir, collections);
  const settings = readSettings(sources.site, program, config, file);
  const current = linkTargets(collections, sources, settings);
  const ofEntries = [...(index()?.windows ?? [])].filter(([target]) => !isSetting(target));
  return { settings, targets: { ...current, windows: new Map([...ofEntries, ...current.windows]) } };
}
