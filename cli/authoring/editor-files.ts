// What editors and writers get from the schemas: the files in .vscode, and the fields in the manual beside the content.

import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { JsonSchema } from "../../templates/kit/for-build/index.ts";
import { loadTemplates } from "../bundle/load-templates.ts";
import type { LoadedTemplates } from "../bundle/templates.ts";
import { type CheckOptions, type Config, resolveConfig, shownPath } from "../config/resolve-config.ts";
import { withPublicationFields } from "../content/schema/publication-fields.ts";
import { asBuildFailure } from "../diagnostics/as-build-failure.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { namesIn } from "../files/tree-of.ts";
import { writeFile } from "../files/write-file.ts";
import { mapSchemas, SCHEMA_DIR, SETTINGS } from "./editor-settings.ts";
import { withFields } from "./fields-manual.ts";

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

const MANUAL = "README.md";

/** Identifies our own files. */
const SCHEMA_COMMENT = "Written by `eventsite schema` from templates/. Change it there and run the command again.";

/** Writes what editors need to complete and check content, and the fields in the content's manual. Rejects with BuildFailedError: BUNDLE_FAILED, SCHEMA_SETTINGS, EMIT_FAILED. */
export async function schema({ write = true, ...options }: SchemaOptions = {}): Promise<SchemaResult> {
  return asBuildFailure(async () => {
    const config = resolveConfig(options);
    const templates = await loadTemplates(config);
    const schemas = schemaFiles(templates);
    const settings = {
      file: SETTINGS,
      text: mapSchemas(read(join(config.root, SETTINGS)), mappingOf(config, schemas)),
    };
    const { wanted, stale, gone, names } = compareFiles(config, templates, schemas, [settings]);
    if (write) {
      for (const { file, text } of stale) {
        mkdirSync(dirname(resolve(config.root, file)), { recursive: true });
        writeFile(resolve(config.root, file), text);
      }
      for (const file of gone) rmSync(join(config.root, file));
    }
    return { files: wanted.map(({ file }) => file), stale: names };
  });
}

/** SCHEMA_STALE for each of these files that does not match the templates; nothing where a project has none. */
export function staleSchemas(config: Folders, templates: LoadedTemplates): Diagnostic[] {
  const hasSchemas = existsSync(join(config.root, SCHEMA_DIR));
  return compareFiles(config, templates, hasSchemas ? schemaFiles(templates) : []).names.map((file) => ({
    code: "SCHEMA_STALE",
    severity: "error",
    message: file.endsWith(MANUAL)
      ? "The fields in this manual do not match the templates."
      : "This schema does not match the templates, so editors would complete and check content wrongly.",
    file,
    hint: "run `eventsite schema`",
  }));
}

type Folders = Pick<Config, "root" | "contentDir">;

interface WantedFile {
  /** Relative to the root. */
  readonly file: string;
  readonly text: string;
}

/** A schema, and the content files it describes, relative to content/. */
interface SchemaFile extends WantedFile {
  readonly describes: string;
}

/** All files that there should be, those of them that are stale, and our schemas of collections that no longer exist. */
function compareFiles(
  { root, contentDir }: Folders,
  templates: LoadedTemplates,
  schemas: readonly SchemaFile[],
  others: readonly WantedFile[] = [],
) {
  const manual = join(contentDir, MANUAL);
  // Not every project has one, or one that lists fields.
  const fields = withFields(read(manual) ?? "", templates);
  const manuals = fields === null ? [] : [{ file: shownPath(root, manual), text: fields }];
  const wanted: WantedFile[] = [...schemas, ...others, ...manuals];
  const stale = wanted.filter(({ file, text }) => read(resolve(root, file)) !== text);
  const gone = namesIn(join(root, SCHEMA_DIR))
    .filter((name) => name.endsWith(".schema.json"))
    .map((name) => `${SCHEMA_DIR}/${name}`)
    .filter((file) => !schemas.some((each) => each.file === file))
    .filter((file) => read(join(root, file))?.includes(SCHEMA_COMMENT));
  return { wanted, stale, gone, names: [...stale.map(({ file }) => file), ...gone].sort() };
}

const mappingOf = ({ root, contentDir }: Folders, schemas: readonly SchemaFile[]): Record<string, string> =>
  Object.fromEntries(
    schemas.map(({ file, describes }) => [`./${file}`, `${shownPath(root, contentDir)}/${describes}`]),
  );

type JsonObject = Readonly<Record<string, unknown>>;

/** One for site.yaml and one for each collection of YAML files, sorted by name. The same templates give the same bytes. */
function schemaFiles({ templates, jsonSchemaOf }: LoadedTemplates): SchemaFile[] {
  const toFile = (name: string, describes: string, described: object): SchemaFile => ({
    file: `${SCHEMA_DIR}/${name}.schema.json`,
    describes,
    text: print({ $schema: "http://json-schema.org/draft-07/schema#", $comment: SCHEMA_COMMENT, ...described }),
  });
  const sections = templates.sections
    .map(({ type, schema }) => [type, withPublicationFields(jsonSchemaOf(schema))] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const files = templates.collections
    .filter(({ format }) => format === "yaml")
    .map(({ name, schema }) => {
      const described = jsonSchemaOf(schema);
      const whole = described.properties?.sections ? withSections(described, Object.fromEntries(sections)) : described;
      return toFile(name, `${name}/*.yaml`, withPublicationFields(whole));
    });
  files.push(toFile("site", "site.yaml", withPublicationFields(jsonSchemaOf(templates.settings), true)));
  return files.sort((a, b) => (a.file < b.file ? -1 : 1));
}

/** The collection's own schema says only that sections have a type; here every type has its fields. */
function withSections(page: JsonSchema, sections: JsonObject) {
  const anyOf = Object.keys(sections).map((type) => ({ $ref: `#/definitions/${type}` }));
  const list = { ...page.properties?.sections, items: { type: "object", required: ["type"], anyOf } };
  return { ...page, properties: { ...page.properties, sections: list }, definitions: sections };
}

/** Marks of the templates' fields are for this program, not for editors. */
const print = (described: JsonObject): string =>
  `${JSON.stringify(described, (key, value) => (key === "x-field" ? undefined : value), 2)}\n`;

/** undefined where there is no such file. Line ends are left to git. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8").replaceAll("\r\n", "\n");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
