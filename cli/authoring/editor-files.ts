// What editors and writers get from the schemas: the files in .vscode, and the fields in the manual beside the content.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { loadTemplates } from "../bundle/load-templates.ts";
import type { LoadedTemplates } from "../bundle/templates.ts";
import { type CheckOptions, type Config, resolveConfig, shownPath } from "../config/resolve-config.ts";
import { isMapping } from "../content/schema-walk.ts";
import { asBuildFailure } from "../diagnostics/as-build-failure.ts";
import { type Diagnostic, EventsiteError } from "../diagnostics/diagnostic.ts";
import { withFields } from "./fields-manual.ts";
import { SCHEMA_COMMENT, type SchemaFile, schemaFiles } from "./schema-files.ts";

export interface SchemaOptions extends Pick<CheckOptions, "root" | "contentDir" | "templatesDir" | "cache"> {
  /** false only says what is stale. Default: true. */
  readonly write?: boolean;
}

export interface SchemaResult {
  /** All files, relative to the root: the schemas, the settings that map them, and the content's README.md where it lists fields. */
  readonly files: readonly string[];
  /** Those that were missing or stale; with `write` they are now up to date. */
  readonly stale: readonly string[];
}

const SCHEMA_DIR = ".vscode/schemas";
const SETTINGS = ".vscode/settings.json";
const MANUAL = "README.md";

/** Writes what editors need to complete and check content, and the fields in the content's manual. Rejects with BuildFailedError: BUNDLE_FAILED, SCHEMA_SETTINGS, EMIT_FAILED. */
export async function schema({ write = true, ...options }: SchemaOptions = {}): Promise<SchemaResult> {
  return asBuildFailure(async () => {
    const config = resolveConfig(options);
    const templates = await loadTemplates(config);
    const schemas = schemaFiles(templates);
    const settings = join(config.root, SETTINGS);
    const mapped = mapSchemas(read(settings), mappingOf(config, schemas), `./${SCHEMA_DIR}/`, SETTINGS);
    const wanted = [
      ...schemas.map(({ name, text }) => ({ file: `${SCHEMA_DIR}/${name}`, text })),
      { file: SETTINGS, text: mapped },
      ...manualFiles(config, templates),
    ];
    const stale = wanted.filter(({ file, text }) => read(resolve(config.root, file)) !== text);
    const gone = leftSchemas(config.root, schemas);
    if (write) {
      for (const { file, text } of stale) {
        mkdirSync(dirname(resolve(config.root, file)), { recursive: true });
        writeFileSync(resolve(config.root, file), text);
      }
      for (const file of gone) rmSync(join(config.root, file));
    }
    return { files: wanted.map(({ file }) => file), stale: [...stale.map(({ file }) => file), ...gone].sort() };
  });
}

/** SCHEMA_STALE for each of these files that does not match the templates; nothing where a project has none. */
export function staleSchemas(config: Pick<Config, "root" | "contentDir">, templates: LoadedTemplates): Diagnostic[] {
  const { root } = config;
  const hasSchemas = existsSync(join(root, SCHEMA_DIR));
  const schemas = hasSchemas ? schemaFiles(templates) : [];
  const wanted = [
    ...schemas.map(({ name, text }) => ({ file: `${SCHEMA_DIR}/${name}`, text })),
    ...manualFiles(config, templates),
  ];
  const differing = wanted.filter(({ file, text }) => read(resolve(root, file)) !== text).map(({ file }) => file);
  return [...differing, ...leftSchemas(root, schemas)].sort().map((file) => ({
    code: "SCHEMA_STALE",
    severity: "error",
    message: file.endsWith(MANUAL)
      ? "The fields in this manual do not match the templates."
      : "This schema does not match the templates, so editors would complete and check content wrongly.",
    file,
    hint: "run `eventsite schema`",
  }));
}

/** The manual beside the content with the fields of today; nothing where there is none, or none that lists fields. */
function manualFiles({ root, contentDir }: Pick<Config, "root" | "contentDir">, templates: LoadedTemplates) {
  const path = join(contentDir, MANUAL);
  const text = withFields(read(path) ?? "", templates);
  return text === null ? [] : [{ file: shownPath(root, path), text }];
}

const mappingOf = ({ root, contentDir }: Config, schemas: readonly SchemaFile[]): Record<string, string> =>
  Object.fromEntries(
    schemas.map(({ name, describes }) => [`./${SCHEMA_DIR}/${name}`, `${shownPath(root, contentDir)}/${describes}`]),
  );

/** Our schemas of collections that no longer exist. */
function leftSchemas(root: string, schemas: readonly SchemaFile[]): string[] {
  const dir = join(root, SCHEMA_DIR);
  if (!existsSync(dir)) return [];
  const names = new Set(schemas.map(({ name }) => name));
  return readdirSync(dir)
    .filter((name) => name.endsWith(".schema.json") && !names.has(name))
    .map((name) => `${SCHEMA_DIR}/${name}`)
    .filter((file) => read(join(root, file))?.includes(SCHEMA_COMMENT));
}

/** undefined where there is no such file. Line ends are left to git. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8").replaceAll("\r\n", "\n");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

const KEY = "yaml.schemas";

/**
 * The settings with `mapping` (schema → files) in them; all other keys, and mappings to schemas outside `ours`, stay.
 * Returns the text unchanged where nothing is to be changed. Throws SCHEMA_SETTINGS for a file that is not plain JSON.
 */
export function mapSchemas(
  text: string | undefined,
  mapping: Readonly<Record<string, string>>,
  ours: string,
  file: string,
): string {
  const settings = text === undefined || text.trim() === "" ? {} : parseSettings(text, mapping, file);
  const associations = Object.entries((settings[KEY] ?? {}) as Record<string, unknown>);
  const others = associations.filter(([schema]) => !schema.startsWith(ours));
  const mapped = { ...Object.fromEntries(others), ...mapping };
  if (text !== undefined && JSON.stringify(settings[KEY]) === JSON.stringify(mapped)) return text;
  return `${JSON.stringify({ ...settings, [KEY]: mapped }, null, 2)}\n`;
}

function parseSettings(
  text: string,
  mapping: Readonly<Record<string, string>>,
  file: string,
): Readonly<Record<string, unknown>> {
  try {
    const settings: unknown = JSON.parse(text);
    if (isMapping(settings)) return settings;
  } catch {
    // Reported below: writing a file with comments again would lose them.
  }
  const lines = Object.entries(mapping).map(([schema, files]) => `${JSON.stringify(schema)}: ${JSON.stringify(files)}`);
  throw new EventsiteError("SCHEMA_SETTINGS", `${file} is not plain JSON, so it was left as it is.`, {
    hint: `take comments and trailing commas out of it, or add by hand: "${KEY}": { ${lines.join(", ")} }`,
  });
}
