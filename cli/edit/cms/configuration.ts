// The schemas of a template set → the configuration of Decap CMS, which Sveltia CMS reads too: a form for each entry. Pure: no disk.
import type { CollectionDefinition, JsonSchema } from "../../../templates/kit/index.ts";
import type { TemplateProgram } from "../../bundle/templates.ts";
import { describeEntry, isPlain, labelOf, shapesOf, typeKeyOf, valuesOf } from "../../content/described-schema.ts";
import { PUBLICATION_FIELDS, withPublicationFields } from "../../content/publication-fields.ts";

type Program = Pick<TemplateProgram, "templates" | "jsonSchemaOf">;

/** One control of a form, in Decap's words. */
export interface CmsField {
  readonly name: string;
  readonly label: string;
  readonly widget: string;
  readonly [option: string]: unknown;
}

interface CmsCollection {
  readonly name: string;
  readonly [option: string]: unknown;
}

interface ConfigurationOptions {
  /** Where entries are kept. */
  readonly backend: Readonly<Record<string, unknown>>;
  /** The content folder from the project's root: "content". */
  readonly contentDir: string;
  /** The address of the published site. */
  readonly siteUrl: string;
  /** Whether the backend hands over values of no fixed shape as YAML; elsewhere such fields are not shown, and kept. */
  readonly hasYaml: boolean;
  /** Where the links to the pages of a collection lead. Default: to the addresses that its names give. */
  readonly previewPath?: (collection: string) => string;
}

/** The name of the collection that site.yaml is in, and of its entry. */
export const SITE = "site";

export function cmsConfiguration(program: Program, options: ConfigurationOptions) {
  const { templates } = program;
  const { backend, contentDir, siteUrl, hasYaml } = options;
  const schemas = entrySchemas(program);
  const titles = new Map(templates.collections.map((collection) => [collection.name, titleOf(collection)]));
  const fieldsIn = (collection: string) =>
    fieldsOf(schemas.get(collection) ?? {}, { hasYaml, isOptional: false, titles, settings: schemas.get("") ?? {} });
  const file = `${contentDir}/site.yaml`;
  const site = { name: SITE, label: "Site", file, fields: fieldsIn("") };
  const collections: readonly CmsCollection[] = [
    ...templates.collections.map((collection) => ({
      ...collectionOf(collection, options),
      fields: fieldsIn(collection.name),
    })),
    { name: SITE, label: "Site", files: [site] },
  ];
  return {
    backend,
    site_url: siteUrl,
    media_folder: `${contentDir}/images`,
    public_folder: "",
    slug: { encoding: "ascii", clean_accents: true },
    editor: { preview: false },
    // For Sveltia: an empty date is none, and no mistake.
    output: { omit_empty_optional_fields: true },
    collections,
  };
}

/** What an entry of each collection holds, the fields of its sections included. */
export function entrySchemas({ templates, jsonSchemaOf }: Program): ReadonlyMap<string, JsonSchema> {
  const sections = templates.sections.map(({ schema }) => jsonSchemaOf(schema));
  const described = templates.collections.map(
    ({ name, schema }) => [name, withPublicationFields(describeEntry(jsonSchemaOf(schema), sections))] as const,
  );
  return new Map([...described, ["", withPublicationFields(jsonSchemaOf(templates.settings), true)]]);
}

function collectionOf(
  collection: CollectionDefinition,
  { contentDir, previewPath }: ConfigurationOptions,
): CmsCollection {
  const { name, singular, format, starter, path } = collection;
  const title = titleOf(collection);
  const isListed = keysOf(collection).includes("order");
  return {
    name,
    label: labelOf(name),
    label_singular: labelOf(singular.replace(/^an? /, "")),
    folder: `${contentDir}/${name}`,
    extension: format === "yaml" ? "yaml" : "md",
    format: format === "yaml" ? "yaml" : "yaml-frontmatter",
    create: starter !== false,
    identifier_field: title,
    // Variants of a page have its title. Decap shows the title for `{{slug}}` here, too.
    summary: path ? `{{${title}}} ({{filename}})` : `{{${title}}}`,
    ...(isListed && { sortable_fields: ["order", title] }),
    ...(path && { preview_path: previewPath?.(name) ?? path("{{slug}}").replace(/^\//, "") }),
  };
}

const TITLES = ["name", "heading", "title", "label", "quote", "text", "alt"];

/** The field that names an entry or an item in lists. */
const titleKey = (keys: readonly string[], first?: string): string | undefined =>
  first ?? TITLES.find((key) => keys.includes(key)) ?? keys.find((key) => !["type", "id"].includes(key));

const keysOf = ({ schema }: CollectionDefinition) => Object.keys((schema as { shape?: object }).shape ?? {});

const titleOf = (collection: CollectionDefinition): string =>
  titleKey(keysOf(collection), collection.uniqueBy) ?? "title";

interface FieldOptions extends Pick<ConfigurationOptions, "hasYaml"> {
  /** Below a field that may be left out nothing is required: the form would ask for all of it. */
  readonly isOptional: boolean;
  /** The field that names the entries of a collection. */
  readonly titles: ReadonlyMap<string, string>;
  readonly settings: JsonSchema;
}

/** The fields of an object, in the order of its schema; `without` is the key that the form knows already. */
function fieldsOf(schema: JsonSchema, options: FieldOptions, without?: string): CmsField[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    if (name === without) return [];
    const isRequired = !options.isOptional && (schema.required?.includes(name) ?? false);
    const widget = widgetOf(name, field, { ...options, isOptional: !isRequired });
    if (!widget && !options.hasYaml) return [];
    const { default: fallback, description, title } = field;
    return {
      name,
      label: title ?? labelOf(name),
      ...(widget ?? YAML),
      required: isRequired && field.type !== "boolean",
      ...hintOf(description, field, widget === undefined),
      ...(isPlain(fallback) && { default: fallback }),
    };
  });
}

/** Decap's editor of code would scroll the form down to itself. */
const YAML = { widget: "text" };

function hintOf(description: string | undefined, field: JsonSchema, isYaml: boolean): { readonly hint?: string } {
  const { minLength = 0, maxLength } = field;
  const isSaid = /\d+ characters/.test(description ?? "");
  const limit =
    maxLength === undefined || isSaid ? "" : `${minLength ? `${minLength} to` : "At most"} ${maxLength} characters.`;
  const hint = [description, limit, isYaml ? "Written as YAML." : ""].filter(Boolean).join(" ");
  return hint === "" ? {} : { hint };
}

interface Widget {
  readonly widget: string;
  readonly [option: string]: unknown;
}

/** Whether a form has a control for such values; others are handed over as YAML. */
export const isShown = (field: JsonSchema): boolean =>
  widgetOf("", field, { hasYaml: true, isOptional: true, titles: new Map(), settings: {} }) !== undefined;

function widgetOf(name: string, field: JsonSchema, options: FieldOptions): Widget | undefined {
  const { type, minimum: min, maximum: max } = field;
  const meant = field["x-field"];
  if (meant?.kind === "image") return { widget: "image", choose_url: false };
  // Not as rich text: that would rewrite the whole text, and know nothing of {brand.name}.
  if (meant?.kind === "markdown") return { widget: "markdown", modes: ["raw"] };
  if (meant?.kind === "reference") return relationTo(meant.collection, options);
  if (field.enum) return { widget: "select", options: field.enum };
  if (type === "string") return textWidget(name, field);
  if (type === "boolean") return { widget: "boolean" };
  if (type === "integer" || type === "number") {
    const kind = type === "integer" ? "int" : "float";
    return { widget: "number", value_type: kind, ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
  }
  if (field.items) return listWidget(name, field, field.items, options);
  if (!field.properties) return undefined;
  return { widget: "object", collapsed: true, fields: fieldsOf(field, options) };
}

const LONG = /text|lead|intro|description|summary|quote|notice|message|note|words|wording|alt$/i;

function textWidget(name: string, field: JsonSchema): Widget {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, format, description = "" } = field;
  if (format === "date" || name === "publishFrom" || name === "publishUntil")
    return { widget: "datetime", format: "YYYY-MM-DD", date_format: "YYYY-MM-DD", time_format: false };
  const isLong =
    field["x-field"]?.kind === "text" && maxLength > 150 && (LONG.test(name) || /sentence/i.test(description));
  const limit = maxLength === Number.POSITIVE_INFINITY ? "" : maxLength;
  // Blanks are counted with what they will say by the check alone.
  const pattern = limit === "" ? undefined : [`^[\\s\\S]{0,${limit}}$`, `at most ${limit} characters`];
  return { widget: isLong || minLength > 20 ? "text" : "string", ...(pattern && { pattern }) };
}

function listWidget(name: string, list: JsonSchema, items: JsonSchema, options: FieldOptions): Widget | undefined {
  const limits = {
    ...(list.minItems !== undefined && !options.isOptional && { min: list.minItems }),
    ...(list.maxItems !== undefined && { max: list.maxItems }),
  };
  const inner = { ...options, isOptional: false };
  const key = typeKeyOf(items);
  const shared = { widget: "list", label_singular: labelOf(name).replace(/s$/, ""), collapsed: true, ...limits };
  if (key !== undefined)
    return { ...shared, typeKey: key, types: shapesOf(items).flatMap((shape) => typesOf(shape, key, inner)) };
  if (items.properties) {
    const own = Object.keys(items.properties).filter((each) => !(each in PUBLICATION_FIELDS));
    const title = titleKey(own);
    const fields = fieldsOf(items, inner);
    // A link or a figure is too small for dates of its own.
    const shown = own.length > 2 ? fields : fields.filter((each) => own.includes(each.name));
    return { ...shared, summary: `{{fields.${title}}}`, fields: shown };
  }
  const widget = widgetOf(name, items, inner);
  if (!widget || widget.widget === "list") return undefined;
  if (widget.widget === "select" || widget.widget === "relation") return { ...widget, multiple: true, ...limits };
  return { widget: "list", ...limits, field: { name, label: labelOf(name), ...widget } };
}

/** A form for each value of the key that names the alternative. */
function typesOf(shape: JsonSchema, key: string, options: FieldOptions): CmsField[] {
  const named = shape.properties?.[key];
  const fields = fieldsOf(shape, options, key);
  const title = titleKey(fields.map(({ name }) => name));
  return valuesOf(named ?? {}).map((value) => ({
    name: String(value),
    label: labelOf(String(value)),
    widget: "object",
    ...(title && { summary: `{{fields.${title}}}` }),
    fields,
  }));
}

/** Lists of site.yaml may be referred to like folders: "site.groups". */
function relationTo(collection: string, { titles, settings }: FieldOptions): Widget {
  const [, list] = /^site\.(.*)$/.exec(collection) ?? [];
  const items = Object.keys(settings.properties?.[list ?? ""]?.items?.properties ?? {});
  const shown = list === undefined ? (titles.get(collection) ?? "title") : `${list}.*.${titleKey(items) ?? "id"}`;
  return {
    widget: "relation",
    collection: list === undefined ? collection : SITE,
    ...(list !== undefined && { file: SITE }),
    value_field: list === undefined ? "{{slug}}" : `${list}.*.id`,
    search_fields: [shown],
    display_fields: [shown],
    options_length: 200,
  };
}
