// Writes the files that editors and writers get from the schemas: those in .vscode, and the list of fields in the manual of the content.

import { existsSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { JsonSchema } from "../../templates/kit/for-build/index.ts";
import { loadTemplates } from "../bundle/load-templates.ts";
import type { LoadedTemplates } from "../bundle/templates.ts";
import { type CheckOptions, type Config, resolveConfig, shownPath } from "../config/resolve-config.ts";
import { withPublicationFields } from "../content/schema/publication-fields.ts";
import { requireContent } from "../content/sources/list-sources.ts";
import { asBuildFailure, IF_WRITABLE } from "../diagnostics/as-build-failure.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { makeFolder } from "../files/make-folder.mjs";
import { namesIn } from "../files/tree-of.ts";
import { writeFile } from "../files/write-file.ts";
import { rawWith, textOfRaw } from "../rewrite/line-ends.ts";
import { mapSchemas, SCHEMA_DIR, SETTINGS } from "./editor-settings.ts";
import { withFields } from "./fields-manual.ts";

export interface SchemaOptions extends Pick<CheckOptions, "root" | "contentDir" | "templatesDir" | "cache"> {
  /** With false, stale files are reported and not written. Default: true. */
  readonly write?: boolean;
}

export interface SchemaResult {
  /** All files, relative to the root: the schemas, the settings that map them, and README.md of the content if it lists fields. */
  readonly files: readonly string[];
  /** The files that were missing or stale. With `write` they are now up to date. */
  readonly stale: readonly string[];
}

const MANUAL = "README.md";

/** Marks a schema as written by this program. */
const SCHEMA_COMMENT = "Written by `eventsite schema` from templates/. Change it there and run the command again.";

/** Writes what editors need to complete and check content, and the fields in the manual. Rejects with BuildFailedError: SOURCE_NO_CONTENT, BUNDLE_FAILED, SCHEMA_SETTINGS, EMIT_FAILED. */
export async function schema({ write = true, ...options }: SchemaOptions = {}): Promise<SchemaResult> {
  return asBuildFailure(async () => {
    const config = resolveConfig(options);
    requireContent(config.contentDir);
    const templates = await loadTemplates(config);
    const schemas = schemaFiles(templates);
    const settings = {
      file: SETTINGS,
      text: mapSchemas(readText(join(config.root, SETTINGS)), mappingOf(config, schemas)),
    };
    const { files, stale, obsolete, names } = compareFiles(config, templates, schemas, [settings]);
    if (write) {
      for (const { file, text } of stale) {
        const path = resolve(config.root, file);
        makeFolder(dirname(path));
        writeFile(path, rawWith(readRaw(path) ?? "", text));
      }
      for (const file of obsolete) rmSync(join(config.root, file));
    }
    return { files: files.map(({ file }) => file), stale: names };
  }, IF_WRITABLE);
}

/** SCHEMA_STALE for each file that does not match the templates. A project without schemas has no such problem. */
export function staleSchemas(config: ProjectFolders, templates: LoadedTemplates): Diagnostic[] {
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

type ProjectFolders = Pick<Config, "root" | "contentDir">;

interface EditorFile {
  /** Relative to the root. */
  readonly file: string;
  readonly text: string;
}

/** `describes` is the pattern of its content files, relative to content/. */
interface SchemaFile extends EditorFile {
  readonly describes: string;
}

/** All expected files, those of them that are stale, and obsolete schemas: our own, of collections that no longer exist. */
function compareFiles(
  { root, contentDir }: ProjectFolders,
  templates: LoadedTemplates,
  schemas: readonly SchemaFile[],
  others: readonly EditorFile[] = [],
) {
  const manual = join(contentDir, MANUAL);
  // Not every project has a manual, and not every manual lists fields.
  const fields = withFields(readText(manual) ?? "", templates);
  const manuals = fields === null ? [] : [{ file: shownPath(root, manual), text: fields }];
  const files: EditorFile[] = [...schemas, ...others, ...manuals];
  const stale = files.filter(({ file, text }) => readText(resolve(root, file)) !== text);
  const obsolete = namesIn(join(root, SCHEMA_DIR))
    .filter((name) => name.endsWith(".schema.json"))
    .map((name) => `${SCHEMA_DIR}/${name}`)
    .filter((file) => !schemas.some((each) => each.file === file))
    .filter((file) => readText(join(root, file))?.includes(SCHEMA_COMMENT));
  return { files, stale, obsolete, names: [...stale.map(({ file }) => file), ...obsolete].sort() };
}

const mappingOf = ({ root, contentDir }: ProjectFolders, schemas: readonly SchemaFile[]): Record<string, string> =>
  Object.fromEntries(
    schemas.map(({ file, describes }) => [`./${file}`, `${shownPath(root, contentDir)}/${describes}`]),
  );

type JsonObject = Readonly<Record<string, unknown>>;

/** One schema for site.yaml and one for each collection of YAML files, sorted by name. The same templates give the same bytes. */
function schemaFiles({ templates, jsonSchemaOf }: LoadedTemplates): SchemaFile[] {
  const toFile = (name: string, describes: string, described: object): SchemaFile => ({
    file: `${SCHEMA_DIR}/${name}.schema.json`,
    describes,
    text: schemaText({ $schema: "http://json-schema.org/draft-07/schema#", $comment: SCHEMA_COMMENT, ...described }),
  });
  const sections = templates.sections
    .map(({ type, schema }) => [type, withPublicationFields(jsonSchemaOf(schema))] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const files = templates.collections
    .filter(({ format }) => format === "yaml")
    .map(({ name, schema }) => {
      const described = jsonSchemaOf(schema);
      const full = described.properties?.sections ? withSections(described, Object.fromEntries(sections)) : described;
      return toFile(name, `${name}/*.yaml`, withPublicationFields(full));
    });
  files.push(toFile("site", "site.yaml", withPublicationFields(jsonSchemaOf(templates.settings), true)));
  return files.sort((a, b) => (a.file < b.file ? -1 : 1));
}

/** The schema of a collection only says that sections have a type. This one also has the fields of every type. */
function withSections(page: JsonSchema, sections: JsonObject) {
  const anyOf = Object.keys(sections).map((type) => ({ $ref: `#/definitions/${type}` }));
  const list = { ...page.properties?.sections, items: { type: "object", required: ["type"], anyOf } };
  return { ...page, properties: { ...page.properties, sections: list }, definitions: sections };
}

/** Leaves out "x-field": these marks are for this program, not for editors. */
const schemaText = (described: JsonObject): string =>
  `${JSON.stringify(described, (key, value) => (key === "x-field" ? undefined : value), 2)}\n`;

/** Undefined if there is no such file. Without the line ends of its system, because git decides about them. */
function readText(path: string): string | undefined {
  const raw = readRaw(path);
  return raw === undefined ? undefined : textOfRaw(raw);
}

function readRaw(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
