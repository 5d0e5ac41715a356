// Makes the part of the writers' manual that lists collections, section types and their fields, from the schemas of the templates. Pure.

import type { JsonSchema } from "../../templates/kit/for-build/index.ts";
import type { TemplateProgram } from "../bundle/templates.ts";
import { isAction, isPicture, isPlain, shapesOf, valuesOf } from "../content/schema/described-schema.ts";
import { PUBLICATION_FIELDS } from "../content/schema/publication-fields.ts";
import { sectionSample } from "./starter-text.ts";

/** The generated part of a manual is between these lines. */
const FIELDS_BEGIN = "<!-- fields: written by `eventsite schema` from the templates; do not edit -->";
const FIELDS_END = "<!-- end of fields -->";

const GENERATED = new RegExp(`(?<=${FIELDS_BEGIN}).*?(?=${FIELDS_END})`, "s");

/** The manual with its generated part up to date; null if it has no such part. */
export const withFields = (manual: string, program: Program): string | null =>
  GENERATED.test(manual) ? manual.replace(GENERATED, () => `\n\n${fieldsManual(program)}\n\n`) : null;

type Program = Pick<TemplateProgram, "templates" | "jsonSchemaOf">;

const PLAIN_TEXT = "plain text";
const KINDS = `Where the value is "Markdown", the text may hold Markdown. "${PLAIN_TEXT[0]?.toUpperCase()}${PLAIN_TEXT.slice(1)}" is shown as it is typed.`;
const DATED = "When it is public";
const WHERE_DATED =
  "These fields are in no list below, because they may be anywhere: in every file of these folders, in every section, in every item of a list that has fields, and in `notice` of `site.yaml`.";
const SAMPLES =
  "Each has a sample, to be copied below `sections:` of a page. A field behind a # may be left out; take the # away to use it.";

/** Collections in the order of the templates, then section types by name. */
function fieldsManual({ templates, jsonSchemaOf }: Program): string {
  const collections = templates.collections.map(({ name, format, schema }) => {
    const about =
      format === "yaml"
        ? "One `.yaml` file for each."
        : "One `.md` file for each, with these fields between two lines of `---` and the text below them, in Markdown.";
    return chapter(`\`${name}/\``, about, format === "yaml" ? jsonSchemaOf(schema) : withoutBody(jsonSchemaOf(schema)));
  });
  const sections = [...templates.sections]
    .sort((a, b) => (a.type < b.type ? -1 : 1))
    .map(({ type, schema }) => {
      const described: JsonSchema = jsonSchemaOf(schema);
      const about = described.properties?.type?.description ?? "";
      return `${chapter(`\`type: ${type}\``, about, described)}\n\n\`\`\`yaml\n${sectionSample(described)}\n\`\`\``;
    });
  const parts = ["## Folders and their fields", KINDS, chapter(DATED, WHERE_DATED, { properties: PUBLICATION_FIELDS })];
  return [...parts, ...collections, "## Section types and their fields", SAMPLES, ...sections].join("\n\n");
}

function chapter(title: string, about: string, schema: JsonSchema): string {
  const rows = rowsOf(schema, "").map((cells) => `| ${cells.map(asCell).join(" | ")} |`);
  const table = ["| field | value | needed | what it is for |", "| --- | --- | --- | --- |", ...rows];
  return [`### ${title}`, ...(about === "" ? [] : [about]), table.join("\n")].join("\n\n");
}

/** The text of a Markdown file is not a field. */
function withoutBody(schema: JsonSchema): JsonSchema {
  const { body, ...properties } = schema.properties ?? {};
  return { ...schema, properties };
}

/** A | would end the cell, and angle brackets would be read as HTML. */
const asCell = (text: string) => text.replaceAll("|", "\\|").replaceAll("<", "&lt;").replaceAll("\n", " ");

function rowsOf(schema: JsonSchema, prefix: string): string[][] {
  return Object.entries(propertiesOf(schema)).flatMap(([name, field]: [string, JsonSchema]) => {
    // The type of a section is in its heading already.
    if (prefix === "" && field.const !== undefined) return [];
    const path = `${prefix}${name}`;
    const row = [`\`${path}\``, shapeOf(field), neededOf(schema, name, field), field.description ?? ""];
    const inner = innerOf(field);
    return [row, ...(inner ? rowsOf(inner, `${path} › `) : [])];
  });
}

/** The fields of an object. If it has several shapes, those of all shapes. */
function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const all: Record<string, JsonSchema> = {};
  for (const shape of shapesOf(schema))
    for (const [name, field] of Object.entries(shape.properties ?? {}) as [string, JsonSchema][]) {
      const earlier = all[name];
      all[name] = earlier ? { ...earlier, ...choicesOf(earlier, field) } : field;
    }
  return all;
}

/** The discriminator has the values of all shapes. */
function choicesOf(field: JsonSchema, other: JsonSchema): Pick<JsonSchema, "enum" | "const"> {
  const values = [...valuesOf(field), ...valuesOf(other)];
  return values.length === 0 ? {} : { enum: [...new Set(values)], const: undefined };
}

/** The object whose fields get rows: the field itself or an item of its list. Pictures and links have none, as they are the same everywhere. */
function innerOf(field: JsonSchema): JsonSchema | undefined {
  const inner: JsonSchema = field.items ?? field;
  return Object.keys(propertiesOf(inner)).length > 0 && !isPicture(inner) && !isAction(inner) ? inner : undefined;
}

function shapeOf(field: JsonSchema): string {
  const { minItems = 0, maxItems, minLength = 0, maxLength, minimum, maximum } = field;
  if (field.items) return `list of ${pluralOf(field.items)}${range(minItems, maxItems, "")}`;
  return fieldKind(field) + range(minLength || minimum, maxLength ?? maximum, maxLength ? " characters" : "");
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  if (least && least === most) return `, exactly ${least}${unit}`;
  if (least && most) return `, ${least} to ${most}${unit}`;
  if (most !== undefined) return `, at most ${most}${unit}`;
  return least ? `, at least ${least}${unit}` : "";
}

function fieldKind(field: JsonSchema): string {
  const meant = field["x-field"];
  if (meant?.kind === "reference") return referenceTo(meant.collection);
  if (meant) return { text: PLAIN_TEXT, markdown: "Markdown", link: "link", image: "picture file" }[meant.kind];
  if (field.enum) return `one of ${field.enum.map((value) => `\`${value}\``).join(", ")}`;
  if (isPicture(field)) return "picture";
  if (isAction(field)) return "link with its words: `label`, `href`";
  if (field.type === "boolean") return "`true` or `false`";
  return { integer: "whole number", number: "number", string: PLAIN_TEXT, object: "fields", array: "list" }[
    field.type ?? "object"
  ];
}

/** A reference may also name a list of site.yaml: "site.serviceGroups". */
function referenceTo(collection: string): string {
  const [, list] = /^site\.(.*)$/.exec(collection) ?? [];
  return list ? `an \`id\` of \`${list}\` in \`site.yaml\`` : `name of a file in \`${collection}/\``;
}

function pluralOf(items: JsonSchema): string {
  const kind = fieldKind(items);
  if (kind === "fields") return "items";
  if (kind.startsWith("name of a file")) return kind.replace("name of a file", "names of files");
  if (kind.startsWith("link with")) return kind.replace("link with its words", "links with their words");
  return kind.replace(/^(plain text|link|picture|picture file|number|whole number)$/, "$1s");
}

function neededOf(schema: JsonSchema, name: string, { default: fallback }: JsonSchema): string {
  if (shapesOf(schema).every(({ required }) => required?.includes(name))) return "yes";
  return isPlain(fallback) ? `no: \`${fallback}\`` : "no";
}
