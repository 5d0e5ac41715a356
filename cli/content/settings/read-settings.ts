// site.yaml → the settings of the site in three states: as written, with the command's overrides; with all tokens filled in; final, if valid.

import type { BuildSettings } from "../../../templates/kit/index.ts";
import type { Config } from "../../config/resolve-config.ts";
import { type Diagnostic, isProblem, mergeReports } from "../../diagnostics/diagnostic.ts";
import { type Clock, clockOf } from "../publication/clock.ts";
import { ALWAYS, type DatedPart, windowAt } from "../publication/windows.ts";
import type { LinkTargets, ListedItems } from "../references/link-targets.ts";
import { type Resolved, resolveEntry } from "../references/resolve-references.ts";
import type { FieldVisitor } from "../schema/entry-fields.ts";
import type { SourceRef } from "../sources/list-sources.ts";
import { parseSource } from "../sources/parse-source.ts";
import { readSource, type SourceFile } from "../sources/read-source.ts";
import { fillSettings } from "./fill-settings.ts";
import { DEFAULT_ZONE, itemsWithIds, type ListItem, type SettingsConfig } from "./override-settings.ts";
import { type SettingsProgram, validateSettings, zoneOf } from "./validate-settings.ts";

/** The settings that the build itself reads, with the command's overrides. The others are for the templates. */
export interface FinalSettings extends BuildSettings {
  /** The address is "" on a site without forms. */
  relay: NonNullable<BuildSettings["relay"]>;
}

export interface Settings extends ListedItems {
  /** undefined if site.yaml is invalid; then there are diagnostics. */
  readonly final: FinalSettings | undefined;
  /** The values of site.yaml, valid or not, with tokens filled in: enough to check its links. undefined if it could not be parsed. */
  readonly withTokens: Readonly<Record<string, unknown>> | undefined;
  /** The values with the tokens as written. */
  readonly raw: Readonly<Record<string, unknown>> | undefined;
  /** The values that texts can use as tokens; undefined if site.yaml could not be parsed. */
  readonly tokens: ReadonlyMap<string, string> | undefined;
  /** The moment that the site is made for. */
  readonly clock: Clock;
  /** Parts with dates: `raw` and `withTokens` have all of them. */
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

/** `file` is the content of the file at `ref`, or a proposed one. */
export function readSettings(
  ref: SourceRef,
  program: SettingsProgram,
  config: SettingsConfig & Pick<Config, "asOf" | "drafts" | "now">,
  file: SourceFile | Diagnostic = readSource(ref),
): Settings {
  if (isProblem(file)) return unreadable([file], clockOf(config, DEFAULT_ZONE));
  const parsedSource = parseSource(file);
  const clock = clockOf(config, zoneOf(parsedSource, program));
  if (parsedSource.data === undefined) return unreadable(parsedSource.diagnostics, clock);
  const raw = validateSettings(parsedSource, program, config, clock);
  const filled = fillSettings(file, raw, program);
  // Both schemas have checked these values. The types of the other settings depend on templates/ and are not known here.
  const final = raw.isValid ? (filled.values as FinalSettings) : undefined;
  const items = itemsWithIds(filled.values);
  return {
    final,
    withTokens: filled.values,
    raw: raw.values,
    tokens: filled.tokens,
    lists: idsByList(items),
    datedItems: datedItemsOf(items, raw.dated),
    clock,
    dated: raw.dated,
    diagnostics: [...raw.diagnostics, ...filled.diagnostics],
  };
}

function idsByList(items: readonly ListItem[]): Settings["lists"] {
  const lists: Record<string, Set<string>> = {};
  for (const { collection, slug } of items) lists[collection] = (lists[collection] ?? new Set()).add(slug);
  return lists;
}

const datedItemsOf = (items: readonly ListItem[], dated: readonly DatedPart[]): Settings["datedItems"] =>
  items
    .map(({ path, ...item }) => ({ ...item, window: windowAt(dated, path) }))
    .filter(({ window }) => window !== ALWAYS);

/** Checks the links and pictures of site.yaml like those of any entry. Returns all its problems, and what it names. */
export function resolveSettings(
  source: SourceRef | SourceFile,
  { withTokens: values, dated, diagnostics }: Pick<Settings, "withTokens" | "dated" | "diagnostics">,
  visit: FieldVisitor,
  index: LinkTargets,
): Pick<Resolved, "dropped" | "images" | "diagnostics"> {
  if (values === undefined) return { dropped: [], images: [], diagnostics };
  const parts = [{ base: [], visit, value: values }];
  const resolution = resolveEntry(source, { ...values }, parts, { ...index, dated }, false);
  const { ofFile, ofNames } = mergeReports(diagnostics, resolution.diagnostics);
  return { dropped: resolution.dropped, images: resolution.images, diagnostics: [...ofFile, ...ofNames] };
}

/** Replaces an invalid site.yaml while the entries are checked: the build stops before anything is rendered. */
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
