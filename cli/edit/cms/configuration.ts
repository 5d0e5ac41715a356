// The schemas of a template set → the configuration of Decap CMS, which Sveltia CMS reads too: a form for each entry. Pure: no disk.

import type { JsonSchema } from "../../../templates/kit/for-build/index.ts";
import type { CollectionDefinition } from "../../../templates/kit/index.ts";
import type { TemplateProgram } from "../../bundle/templates.ts";
import { ownFields } from "../../content/entries/own-fields.ts";
import {
  describeEntry,
  isPicture,
  isPlain,
  labelOf,
  shapesOf,
  typeKeyOf,
  valuesOf,
} from "../../content/schema/described-schema.ts";
import { PUBLICATION_FIELDS, withPublicationFields } from "../../content/schema/publication-fields.ts";
import { PLACEHOLDERS } from "./form-placeholders.ts";

type Program = Pick<TemplateProgram, "templates" | "jsonSchemaOf">;

/** A control of a form, in Decap's words. */
interface Widget {
  readonly widget: string;
  readonly [option: string]: unknown;
}

export interface CmsField extends Widget {
  readonly name: string;
  readonly label: string;
}

interface ConfigurationOptions {
  /** Where entries are kept. */
  readonly backend: Readonly<Record<string, unknown>>;
  /** The content folder from the project's root: "content". */
  readonly contentDir: string;
  /** The address of the published site. */
  readonly siteUrl: string;
  /**
   * Of a served site, the path below which the name of an entry leads to its page: "admin/page". Its backend hands over values of no fixed
   * shape as YAML; elsewhere such fields are not shown, and kept.
   */
  readonly pagesPath?: string | undefined;
}

/** The name of the collection that site.yaml is in, and of its entry. */
const SITE = "site";

/** Controls of a served site beside Decap's own. */
const PICTURE_WORDS = "eventsite-picture-words";
const FOCUS = "eventsite-focus";

const PLACEHOLDER_FIELD: CmsField = {
  name: PLACEHOLDERS,
  label: "Placeholders",
  widget: PLACEHOLDERS,
  required: false,
  hint: "Values to be replaced before the site is published. A replaced one is none any more when you publish the form.",
};

export function cmsConfiguration(program: Program, { backend, contentDir, siteUrl, pagesPath }: ConfigurationOptions) {
  const isServed = pagesPath !== undefined;
  const fieldsIn = createFields(program, isServed);
  /** The first field names an entry. Elsewhere a CMS gets the values of a file, and no comments. */
  const formOf = (name: string) => fieldsIn(name).toSpliced(1, 0, ...(isServed ? [PLACEHOLDER_FIELD] : []));
  const collectionOf = (collection: CollectionDefinition) => {
    const { name, singular, format, path } = collection;
    const title = titleOf(collection);
    const isListed = keysOf(collection).includes("order");
    return {
      name,
      label: labelOf(name),
      label_singular: labelOf(singular.replace(/^an? /, "")),
      folder: `${contentDir}/${name}`,
      extension: format === "yaml" ? "yaml" : "md",
      format: format === "yaml" ? "yaml" : "yaml-frontmatter",
      create: true,
      identifier_field: title,
      // Variants of a page have its title. Decap shows the title for `{{slug}}` here, too.
      summary: path ? `{{${title}}} ({{filename}})` : `{{${title}}}`,
      ...(isListed && { sortable_fields: ["order", title] }),
      ...(path && { preview_path: pagesPath ? `${pagesPath}/${name}/{{slug}}` : path("{{slug}}").replace(/^\//, "") }),
      ...(isServed && { view_filters: [{ label: "With placeholders", field: PLACEHOLDERS, pattern: "label|object" }] }),
      fields: formOf(name).map((field) => ({ ...field, ...(isServed && inCopies(field, collection)) })),
    };
  };
  const site = { name: SITE, label: "Site", file: `${contentDir}/site.yaml`, fields: formOf("") };
  return {
    backend,
    // Each save is a request, so that the site is checked before anything is published. A served site saves into its files.
    publish_mode: pagesPath === undefined ? "editorial_workflow" : undefined,
    site_url: siteUrl,
    media_folder: `${contentDir}/images`,
    public_folder: "",
    slug: { encoding: "ascii", clean_accents: true },
    editor: { preview: false },
    // For Sveltia: an empty date is none, and no mistake.
    output: { omit_empty_optional_fields: true },
    collections: [...program.templates.collections.map(collectionOf), { name: SITE, label: "Site", files: [site] }],
  };
}

/** What a copy does with a field: a copy is a draft, without values that belong to the original alone. */
function inCopies({ name }: CmsField, collection: CollectionDefinition): { readonly in_copy?: "draft" | "empty" } {
  if (name === "draft") return { in_copy: "draft" };
  return ownFields(collection).includes(name) ? { in_copy: "empty" } : {};
}

/** What an entry of each collection holds, the fields of its sections included. */
export function entrySchemas({ templates, jsonSchemaOf }: Program): ReadonlyMap<string, JsonSchema> {
  const sections = templates.sections.map(({ schema }) => jsonSchemaOf(schema));
  const described = templates.collections.map(
    ({ name, schema }) => [name, withPublicationFields(describeEntry(jsonSchemaOf(schema), sections))] as const,
  );
  return new Map([...described, ["", withPublicationFields(jsonSchemaOf(templates.settings), true)]]);
}

const TITLES = ["name", "heading", "title", "label", "quote", "text", "alt"];

/** The field that names an entry or an item in lists. */
const titleKey = (keys: readonly string[]): string | undefined =>
  TITLES.find((key) => keys.includes(key)) ?? keys.find((key) => !["type", "id"].includes(key));

const keysOf = ({ schema }: CollectionDefinition) => Object.keys((schema as { shape?: object }).shape ?? {});

const titleOf = (collection: CollectionDefinition): string =>
  collection.uniqueBy ?? titleKey(keysOf(collection)) ?? "title";

const SIMPLE: readonly unknown[] = ["string", "boolean", "integer", "number"];

/** Whether a form has a control for such values; other values are edited as YAML. */
export function isShown({ type, items, properties, "x-field": meant, enum: choices }: JsonSchema): boolean {
  if (items) return typeKeyOf(items) !== undefined || (isShown(items) && items.items === undefined);
  return Boolean(meant ?? choices ?? properties) || SIMPLE.includes(type);
}

/** Gives the fields of a collection; "" is site.yaml. */
function createFields(program: Program, hasYaml: boolean): (collection: string) => CmsField[] {
  const schemas = entrySchemas(program);

  /**
   * The fields of an object, in the order of its schema. Below a field that may be left out nothing is required: the form would ask for
   * all of it. `without` is the key that the form knows already.
   */
  const fieldsOf = (schema: JsonSchema, isOptional: boolean, without?: string): CmsField[] =>
    Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
      if (name === without || !(hasYaml || isShown(field))) return [];
      const isRequired = !isOptional && (schema.required?.includes(name) ?? false);
      const { default: fallback, title } = field;
      const hint = hintOf(field);
      return {
        name,
        label: title ?? labelOf(name),
        // Decap's editor of code would scroll the form down to itself.
        ...(isShown(field) ? widgetOf(name, field, !isRequired) : { widget: "text" }),
        ...(hasYaml && isPicture(schema) && pictureWidget(name, field)),
        required: isRequired && field.type !== "boolean",
        ...(hint !== "" && { hint }),
        ...(isPlain(fallback) && { default: fallback }),
      };
    });

  const widgetOf = (name: string, field: JsonSchema, isOptional: boolean): Widget => {
    const { type, minimum: min, maximum: max, items, "x-field": meant } = field;
    if (meant?.kind === "image") return { widget: "image", choose_url: false };
    // Not as rich text: that would rewrite the whole text, and know nothing of {brand.name}.
    if (meant?.kind === "markdown") return { widget: "markdown", modes: ["raw"] };
    if (meant?.kind === "reference") return relationTo(meant.collection);
    if (field.enum) return { widget: "select", options: field.enum };
    if (type === "string") return textWidget(name, field);
    if (type === "boolean") return { widget: "boolean" };
    if (items) {
      const limits = { min: isOptional ? undefined : field.minItems, max: field.maxItems };
      return { ...listWidget(name, items), ...limits };
    }
    if (field.properties) return { widget: "object", collapsed: true, fields: fieldsOf(field, isOptional) };
    return { widget: "number", value_type: type === "integer" ? "int" : "float", min, max };
  };

  const listWidget = (name: string, items: JsonSchema): Widget => {
    const key = typeKeyOf(items);
    const shared = { widget: "list", label_singular: labelOf(name).replace(/s$/, ""), collapsed: true };
    if (key !== undefined)
      return { ...shared, typeKey: key, types: shapesOf(items).flatMap((shape) => typesOf(shape, key)) };
    if (items.properties) {
      const names = Object.keys(items.properties).filter((each) => !(each in PUBLICATION_FIELDS));
      // A link or a figure is too small for dates of its own.
      const fields = fieldsOf(items, false).filter((each) => names.length > 2 || names.includes(each.name));
      return { ...shared, summary: `{{fields.${titleKey(names)}}}`, fields };
    }
    const widget = widgetOf(name, items, false);
    if (widget.widget === "select" || widget.widget === "relation") return { ...widget, multiple: true };
    return { widget: "list", field: { name, label: labelOf(name), ...widget } };
  };

  /** A form for each value of the key that names the alternative. */
  const typesOf = (shape: JsonSchema, key: string): CmsField[] => {
    const fields = fieldsOf(shape, false, key);
    const title = titleKey(fields.map(({ name }) => name));
    return valuesOf(shape.properties?.[key] ?? {}).map((value) => ({
      name: String(value),
      label: labelOf(String(value)),
      widget: "object",
      ...(title && { summary: `{{fields.${title}}}` }),
      fields,
    }));
  };

  /** Lists of site.yaml may be referred to like folders: "site.groups". */
  const relationTo = (collection: string): Widget => {
    const [, list] = /^site\.(.*)$/.exec(collection) ?? [];
    const items = schemas.get("")?.properties?.[list ?? ""]?.items;
    const named = program.templates.collections.find(({ name }) => name === collection);
    const title = list ? titleKey(Object.keys(items?.properties ?? {})) : named && titleOf(named);
    const shown = list ? `${list}.*.${title ?? "id"}` : (title ?? "title");
    return {
      widget: "relation",
      ...(list ? { collection: SITE, file: SITE } : { collection }),
      value_field: list ? `${list}.*.id` : "{{slug}}",
      search_fields: [shown],
      display_fields: [shown],
      options_length: 200,
    };
  };

  return (collection) => fieldsOf(schemas.get(collection) ?? {}, false);
}

/** The controls that know the picture beside them. */
function pictureWidget(name: string, { type, properties }: JsonSchema): Partial<Widget> {
  if (name === "alt" && type === "string") return { widget: PICTURE_WORDS };
  return name === "focus" && properties?.x && properties.y ? { widget: FOCUS, fields: undefined } : {};
}

function hintOf(field: JsonSchema): string {
  const { description = "", minLength = 0, maxLength } = field;
  const limit = `${minLength ? `${minLength} to` : "At most"} ${maxLength} characters.`;
  const isSaid = maxLength === undefined || /\d+ characters/.test(description);
  return [description, isSaid ? "" : limit, isShown(field) ? "" : "Written as YAML."].filter(Boolean).join(" ");
}

const LONG = /text|lead|intro|description|summary|quote|notice|message|note|words|wording|alt$/i;

/** Not as a calendar: that would hide a time of day, or ask for one. */
const LOCAL_TIME = [
  String.raw`^(\d{4}-\d\d-\d\d([T ]\d\d:\d\d)?)?$`,
  "a date, such as 2026-12-24, or 2026-12-24T18:00",
];

function textWidget(name: string, field: JsonSchema): Widget {
  const { minLength = 0, maxLength, format, description = "" } = field;
  if (name === "publishFrom" || name === "publishUntil") return { widget: "string", pattern: LOCAL_TIME };
  if (format === "date")
    return { widget: "datetime", format: "YYYY-MM-DD", date_format: "YYYY-MM-DD", time_format: false };
  const isLong = (maxLength ?? 151) > 150 && (LONG.test(name) || /sentence/i.test(description));
  // Blanks are counted with what they will say by the check alone.
  const pattern = maxLength && [`^[\\s\\S]{0,${maxLength}}$`, `at most ${maxLength} characters`];
  return { widget: isLong || minLength > 20 ? "text" : "string", ...(pattern && { pattern }) };
}
