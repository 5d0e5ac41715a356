// The schemas of the templates → the JSON Schema files that editors complete and check YAML with. Pure: no disk.
import type { TemplateProgram } from "../bundle/templates.ts";
import { withPublicationFields } from "../content/publication-fields.ts";

/** A schema file by its name below .vscode/schemas, and the content files it describes, relative to content/. */
export interface SchemaFile {
  readonly name: string;
  readonly describes: string;
  readonly text: string;
}

/** Identifies our own files. */
export const SCHEMA_COMMENT =
  "Written by `eventsite schema` from templates/. Change it there and run the command again.";

type Schemas = Pick<TemplateProgram, "templates" | "jsonSchemaOf">;
type JsonObject = Readonly<Record<string, unknown>>;

/** One for site.yaml and one for each collection of YAML files, sorted by name. The same templates give the same bytes. */
export function schemaFiles({ templates, jsonSchemaOf }: Schemas): SchemaFile[] {
  const toFile = (name: string, describes: string, schema: JsonObject): SchemaFile => ({
    name: `${name}.schema.json`,
    describes,
    text: print({ $schema: "http://json-schema.org/draft-07/schema#", $comment: SCHEMA_COMMENT, ...schema }),
  });
  const sections = sectionSchemas({ templates, jsonSchemaOf });
  const files = templates.collections
    .filter(({ format }) => format === "yaml")
    .map(({ name, schema }) => {
      const described = jsonSchemaOf(schema);
      const whole = described.properties?.sections ? withSections(described, sections) : described;
      return toFile(name, `${name}/*.yaml`, withPublicationFields(whole) as JsonObject);
    });
  files.push(toFile("site", "site.yaml", withPublicationFields(jsonSchemaOf(templates.settings), true) as JsonObject));
  return files.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function sectionSchemas({ templates, jsonSchemaOf }: Schemas): Record<string, unknown> {
  const named = templates.sections.map(
    ({ type, schema }) => [type, withPublicationFields(jsonSchemaOf(schema))] as const,
  );
  return Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The collection's own schema says only that sections have a type; here every type has its fields. */
function withSections(page: ReturnType<TemplateProgram["jsonSchemaOf"]>, sections: Record<string, unknown>) {
  const anyOf = Object.keys(sections).map((type) => ({ $ref: `#/definitions/${type}` }));
  const list = { ...page.properties?.sections, items: { type: "object", required: ["type"], anyOf } };
  return { ...page, properties: { ...page.properties, sections: list }, definitions: sections };
}

/** Marks of the templates' fields are for this program, not for editors. */
const print = (schema: JsonObject): string =>
  `${JSON.stringify(schema, (key, value) => (key === "x-field" ? undefined : value), 2)}\n`;
