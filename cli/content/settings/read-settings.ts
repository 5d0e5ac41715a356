// site.yaml → the settings of the site, with the command's overrides and all tokens filled in.
import type * as z from "zod";
import type { BuildSettings } from "../../../templates/kit/index.ts";
import type { Config } from "../../config/resolve-config.ts";
import { type Diagnostic, type Finding, isRepeated, mergeReports } from "../../diagnostics/diagnostic.ts";
import { type Validated, validateDated, validateEntry } from "../entries/validate-entry.ts";
import { type Clock, clockOf } from "../publication/clock.ts";
import { ALWAYS, type DatedPart, windowAt } from "../publication/windows.ts";
import { unknownToken } from "../references/check-references.ts";
import type { LinkTargets, ListedItems } from "../references/link-targets.ts";
import { type Resolved, resolveEntry } from "../references/resolve-references.ts";
import { circularTokens, resolveTokens, tokenValues, writtenTokens } from "../references/resolve-tokens.ts";
import type { FieldVisitor } from "../schema/entry-fields.ts";
import type { SectionSchemas } from "../schema/explain-issue.ts";
import { schemaAt } from "../schema/schema-walk.ts";
import type { SourceRef } from "../sources/list-sources.ts";
import type { ParsedSource } from "../sources/locate.ts";
import { parseSource } from "../sources/parse-source.ts";
import { readSource, type SourceFile } from "../sources/read-source.ts";
import { openDocument, type Path } from "../sources/source-document.ts";
import { DEFAULT_ZONE, itemsWithIds, override, type SettingsConfig, without } from "./override-settings.ts";

/** What the build itself reads, with the command's overrides; the rest is between site.yaml and the templates. */
export interface FinalSettings extends BuildSettings {
  /** Its address is "" on a site without forms. */
  relay: NonNullable<BuildSettings["relay"]>;
}

export interface Settings extends ListedItems {
  /** undefined if site.yaml is invalid; then there are diagnostics. */
  readonly final: FinalSettings | undefined;
  /** The content of site.yaml, valid or not: enough to check its links. undefined if it could not be parsed. */
  readonly withTokens: Readonly<Record<string, unknown>> | undefined;
  /** The same, tokens not filled in. */
  readonly raw: Readonly<Record<string, unknown>> | undefined;
  /** The values that texts can use as tokens; undefined if site.yaml could not be parsed. */
  readonly tokens: ReadonlyMap<string, string> | undefined;
  /** The moment that the site is made for. */
  readonly clock: Clock;
  /** Parts with dates: `values` has all of them. */
  readonly dated: readonly DatedPart[];
  readonly diagnostics: readonly Diagnostic[];
}

const unreadable = (diagnostics: readonly Diagnostic[], clock: Clock): Settings => ({
  final: undefined,
  withTokens: undefined,
  raw: undefined,
  tokens: undefined,
  lists: {},
  datedItems: [],
  clock,
  dated: [],
  diagnostics,
});

const noSections: SectionSchemas = new Map();

/** What of the compiled templates the settings are read with. */
interface SettingsProgram {
  readonly templates: { readonly settings: z.ZodType };
  /** The part of the settings that the build reads, whatever else there is. */
  readonly buildSettingsSchema: z.ZodType;
  readonly compileFieldVisitor: (schema: z.ZodType) => FieldVisitor;
}

/** `file` is the content of the file at `ref`, or a proposed one. */
export function readSettings(
  ref: SourceRef,
  { templates: { settings: schema }, buildSettingsSchema, compileFieldVisitor }: SettingsProgram,
  config: SettingsConfig & Pick<Config, "asOf" | "drafts" | "now">,
  file = readSource(ref),
): Settings {
  if ("code" in file) return unreadable([file], clockOf(config, DEFAULT_ZONE));
  const parsed = parseSource(file);
  const zone = schemaAt(buildSettingsSchema, ["timeZone"], {}).schema?.safeParse(parsed.data?.timeZone);
  const clock = clockOf(config, zone?.success ? String(zone.data) : DEFAULT_ZONE);
  if (parsed.data === undefined) return unreadable(parsed.diagnostics, clock);
  // Keys of the build that this template set does not know are the build's alone.
  const buildKeys = keysOf(buildSettingsSchema).filter((key) => !keysOf(schema, buildSettingsSchema).includes(key));
  const given = config.siteUrl === undefined ? {} : { url: config.siteUrl };
  const validate = ({ data = {}, ...rest }: ParsedSource): Validated => {
    const validated = validateEntry({ ...rest, data: without(data, buildKeys) }, schema, noSections);
    const own = validateEntry({ ...rest, data: { ...given, ...data } }, buildSettingsSchema, noSections);
    const ofBuild = Object.fromEntries(buildKeys.map((key) => [key, (own.data ?? data)[key]]));
    const more = own.diagnostics.filter((diagnostic) => !isRepeated(diagnostic, validated.diagnostics));
    return {
      data: { ...ofBuild, ...(validated.data ?? data) },
      isValid: validated.isValid && own.isValid,
      diagnostics: [...validated.diagnostics, ...more],
    };
  };
  const validated = validateDated(parsed, clock, validate, true);
  const { isValid, dated } = validated;
  const known = override(validated.data ?? {}, config);
  const written = tokenValues(known);
  // What is missing, or no text, is reported where it is needed, and not again at each token.
  const faulty = isValid ? [] : [...missingTokens(schema), ...writtenTokens(known, "scalars")];
  const tokens = new Map([...faulty, ...written]);
  const blanks = blanksOf(known, compileFieldVisitor(schema));
  const isBlank = (name: string, path: Path) => blanks.get(path.join("\0"))?.includes(name) ?? false;
  const { value, unknown } = resolveTokens(known, tokens, isBlank);
  const diagnostics = [...validated.diagnostics];
  const circular = circularTokens(written);
  if (unknown.length > 0 || circular.length > 0) {
    const document = openDocument(file);
    for (const path of circular) {
      const message = `These words lead back to {${path}} itself, so they never become text.`;
      const hint = "write the words themselves at one of the places";
      const finding: Finding = { code: "CONTENT_UNKNOWN_TOKEN", message, hint };
      diagnostics.push(document.report(document.place(path.split(".")), finding));
    }
    for (const { token, path } of unknown) {
      const diagnostic = document.report(document.placeInText(path, 1, token), unknownToken(token, path, { tokens }));
      if (!isRepeated(diagnostic, validated.diagnostics)) diagnostics.push(diagnostic);
    }
  }
  // Both schemas have checked these values; templates/ can be replaced, so the type of the rest is not known here.
  const values = isValid ? (value as FinalSettings) : undefined;
  const items = itemsWithIds(value);
  const lists: Record<string, Set<string>> = {};
  for (const { collection, slug } of items) lists[collection] = (lists[collection] ?? new Set()).add(slug);
  const datedItems = items
    .map(({ path, ...item }) => ({ ...item, window: windowAt(dated, path) }))
    .filter(({ window }) => window !== ALWAYS);
  return { final: values, withTokens: value, raw: known, tokens, lists, datedItems, clock, dated, diagnostics };
}

/** The keys that an object schema declares; those of `otherwise` where it is none. */
const keysOf = (schema: z.ZodType, otherwise = schema): string[] =>
  Object.keys((schema as z.ZodObject).shape ?? (otherwise as z.ZodObject).shape ?? {});

/** By path: the blanks that templates fill in, such as {title}. */
function blanksOf(settings: Readonly<Record<string, unknown>>, visit: FieldVisitor): Map<string, readonly string[]> {
  const blanks = new Map<string, readonly string[]>();
  visit(settings, ({ field, path }) => {
    if (field.kind === "text" && field.blanks) blanks.set(path.join("\0"), field.blanks);
  });
  return blanks;
}

/** The texts that the schema requires. */
function missingTokens(schema: z.ZodType, path = ""): [string, string][] {
  const def = schema.def as unknown as {
    type: string;
    innerType?: z.ZodType;
    shape?: Record<string, z.ZodType>;
  };
  if (def.innerType) return missingTokens(def.innerType, path);
  if (!def.shape) return def.type === "record" ? [] : [[path, ""]];
  return Object.entries(def.shape).flatMap(([key, inner]) =>
    missingTokens(inner, path === "" ? key : `${path}.${key}`),
  );
}

/** Checks the links and pictures of site.yaml as those of any entry: all that is wrong with it, and what it names. */
export function resolveSettings(
  source: SourceRef | SourceFile,
  { withTokens: written, dated, diagnostics }: Pick<Settings, "withTokens" | "dated" | "diagnostics">,
  visit: FieldVisitor,
  index: LinkTargets,
): Pick<Resolved, "dropped" | "images" | "diagnostics"> {
  if (written === undefined) return { dropped: [], images: [], diagnostics };
  const parts = [{ base: [], visit, value: written }];
  const resolved = resolveEntry(source, { ...written }, parts, { ...index, dated }, false);
  const { own, ofNames } = mergeReports(diagnostics, resolved.diagnostics);
  return { dropped: resolved.dropped, images: resolved.images, diagnostics: [...own, ...ofNames] };
}

/** A placeholder while everything else is checked: an invalid site.yaml stops the build before anything is rendered. */
export const EMPTY_SETTINGS: FinalSettings = {
  url: "",
  timeZone: DEFAULT_ZONE,
  links: "slash",
  relay: { url: "" },
  variants: {},
  moved: [],
  gone: [],
  publish: {},
};
