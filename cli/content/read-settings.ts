// site.yaml → the settings of the site, with the command's overrides and all tokens filled in.
import type * as z from "zod";
import type { Config } from "../config/resolve-config.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { SourceRef } from "./list-sources.ts";
import { parseSource } from "./parse-source.ts";
import { readSource } from "./read-sources.ts";
import { type FieldVisitor, type Resolved, resolveEntry, type SiteIndex, unknownToken } from "./resolve-references.ts";
import { resolveTokens, tokenValues } from "./resolve-tokens.ts";
import { openDocument } from "./source-document.ts";
import { validateEntry } from "./validate-site.ts";

/** The part of the settings that the build itself reads; the rest is between site.yaml and the templates. */
export interface BuildSettings {
  readonly url: string;
  readonly links: "slash" | "bare";
  readonly relay: { readonly url: string; readonly key?: string };
  readonly variants: Readonly<Record<string, string>>;
}

export interface Settings {
  /** undefined where site.yaml is not sound; then there are diagnostics. */
  readonly values: (BuildSettings & Record<string, unknown>) | undefined;
  /** What texts may name; undefined where site.yaml could not be read at all. */
  readonly tokens: ReadonlyMap<string, string> | undefined;
  /** The lists of site.yaml whose items have an `id`: what "site.<list>" references point to. */
  readonly lists: Readonly<Record<string, ReadonlySet<string>>>;
  readonly diagnostics: readonly Diagnostic[];
}

const noSections = { types: [], get: () => undefined };

export function readSettings(
  ref: SourceRef,
  schema: z.ZodType,
  config: Pick<Config, "siteUrl" | "relayUrl" | "relayKey" | "variants">,
): Settings {
  const file = readSource(ref);
  if ("code" in file) return { values: undefined, tokens: undefined, lists: {}, diagnostics: [file] };
  const parsed = parseSource(file);
  if (parsed.data === undefined)
    return { values: undefined, tokens: undefined, lists: {}, diagnostics: parsed.diagnostics };
  const validated = validateEntry(parsed, schema, noSections);
  const known = override(validated.data ?? parsed.data, config);
  const tokens = tokenValues(known);
  const { value, unknown } = resolveTokens(known, tokens, true);
  const diagnostics = [...validated.diagnostics];
  if (unknown.length > 0) {
    const document = openDocument(file);
    for (const { token, path } of unknown) {
      const { code, message, hint } = unknownToken(token, path, { tokens });
      diagnostics.push(document.report(code, document.place(path), message, hint));
    }
  }
  // The schema has checked these values; templates/ may be replaced, so its type is not known here.
  const values = validated.data ? (value as BuildSettings & Record<string, unknown>) : undefined;
  return { values, tokens, lists: listsWithIds(value), diagnostics };
}

/** Flag before variable before file: the command has settled the first two. */
function override(
  data: Readonly<Record<string, unknown>>,
  config: Pick<Config, "siteUrl" | "relayUrl" | "relayKey" | "variants">,
) {
  const given = data.relay as { url?: unknown } | undefined;
  const relay = {
    ...given,
    url: (config.relayUrl ?? String(given?.url ?? "")).replace(/\/+$/, ""),
    ...(config.relayKey && { key: config.relayKey }),
  };
  return {
    ...data,
    url: (config.siteUrl ?? String(data.url ?? "")).replace(/\/+$/, ""),
    relay,
    variants: { ...(data.variants as object), ...config.variants },
  };
}

function listsWithIds(settings: Readonly<Record<string, unknown>>): Record<string, Set<string>> {
  const lists = Object.entries(settings).flatMap(([name, value]) => {
    if (!Array.isArray(value)) return [];
    const ids = value.flatMap((item: unknown) =>
      typeof (item as { id?: unknown } | null)?.id === "string" ? [(item as { id: string }).id] : [],
    );
    return ids.length > 0 ? [[`site.${name}`, new Set(ids)] as const] : [];
  });
  return Object.fromEntries(lists);
}

/** Checks the links and pictures of site.yaml as those of any entry. */
export function resolveSettings(
  ref: SourceRef,
  values: Record<string, unknown>,
  visit: FieldVisitor,
  index: SiteIndex,
): Resolved {
  const read = () => {
    const file = readSource(ref);
    return "code" in file ? undefined : file;
  };
  return resolveEntry(
    { path: ref.path, file: ref.file, read },
    values,
    [{ base: [], visit, value: values }],
    index,
    false,
  );
}
