// The fields of a collection's form, from its schema. Pure.

import type { JsonSchema } from "../../../templates/kit/for-build/index.ts";
import { isPicture, isPlain, labelOf } from "../../content/schema/described-schema.ts";
import { type DescribedTemplates, entrySchemas } from "./entry-schemas.ts";
import { widgetOf } from "./field-widgets.ts";
import { hasControl } from "./has-control.ts";
import { pictureWidget } from "./picture-widget.ts";
import { relationWidget } from "./relation-widget.ts";
import type { CmsField, FormParts, SchemaField, Widget } from "./widget.ts";

/** Gives the fields of a collection; "" is site.yaml. */
export type FieldsOfCollection = (collection: string) => readonly CmsField[];

/** `isServed`: the site is served here, with controls of its own, and values of no fixed shape as YAML. */
export function createFields(program: DescribedTemplates, isServed: boolean): FieldsOfCollection {
  const schemas = entrySchemas(program);
  const { collections } = program.templates;
  const settings = schemas.get("") ?? {};
  const parts: FormParts = {
    fieldsOf: (schema, isOptional, without) =>
      fieldsIn(schema, isOptional)
        .filter((field) => field.name !== without && (isServed || hasControl(field.schema)))
        .map((field) => cmsField(field, controlOf(field, schema))),
    widgetOf: (field) => widgetOf(field, parts),
    relationTo: (collection) => relationWidget(collection, { collections, settings }),
  };
  const controlOf = (field: SchemaField, group: JsonSchema): Widget => ({
    ...parts.widgetOf(field),
    ...(isServed && isPicture(group) && pictureWidget(field.name, field.schema)),
  });
  return (collection) => parts.fieldsOf(schemas.get(collection) ?? {}, false);
}

/** Below a field that may be left out nothing is required. */
const fieldsIn = ({ properties = {}, required = [] }: JsonSchema, isOptional: boolean): SchemaField[] =>
  Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    isOptional: isOptional || !required.includes(name),
  }));

function cmsField({ name, schema, isOptional }: SchemaField, control: Widget): CmsField {
  const { default: fallback, title, type } = schema;
  const hint = hintOf(schema);
  return {
    name,
    label: title ?? labelOf(name),
    ...control,
    required: !isOptional && type !== "boolean",
    ...(hint !== "" && { hint }),
    ...(isPlain(fallback) && { default: fallback }),
  };
}

function hintOf(schema: JsonSchema): string {
  const { description = "", minLength = 0, maxLength } = schema;
  const limit = `${minLength ? `${minLength} to` : "At most"} ${maxLength} characters.`;
  const hasLimit = maxLength === undefined || /\d+ characters/.test(description);
  return [description, hasLimit ? "" : limit, hasControl(schema) ? "" : "Written as YAML."].filter(Boolean).join(" ");
}
