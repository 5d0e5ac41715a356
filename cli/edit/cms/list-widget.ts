// The control of a list, by what its items are. Pure.

import type { JsonSchema } from "../../../templates/kit/for-build/index.ts";
import { labelOf, shapesOf, typeKeyOf, valuesOf } from "../../content/schema/described-schema.ts";
import { PUBLICATION_FIELDS } from "../../content/schema/publication-fields.ts";
import { titleKey } from "./titles.ts";
import type { CmsField, FormParts, SchemaField, Widget } from "./widget.ts";

export function listWidget({ name, schema, isOptional }: SchemaField, parts: FormParts): Widget {
  const { items = {}, minItems, maxItems } = schema;
  const limits = { min: isOptional ? undefined : minItems, max: maxItems };
  return { ...unlimitedList(name, items, parts), ...limits };
}

function unlimitedList(name: string, items: JsonSchema, parts: FormParts): Widget {
  const typeKey = typeKeyOf(items);
  if (typeKey !== undefined) return listOfTypes(name, items, typeKey, parts);
  if (items.properties) return listOfGroups(name, items, parts);
  const widget = parts.widgetOf({ name, schema: items, isOptional: false });
  const choosesSeveral = widget.widget === "select" || widget.widget === "relation";
  if (choosesSeveral) return { ...widget, multiple: true };
  return { widget: "list", field: { name, label: labelOf(name), ...widget } };
}

const collapsedList = (name: string): Widget => ({
  widget: "list",
  label_singular: labelOf(name).replace(/s$/, ""),
  collapsed: true,
});

const listOfTypes = (name: string, items: JsonSchema, typeKey: string, parts: FormParts): Widget => ({
  ...collapsedList(name),
  typeKey,
  types: shapesOf(items).flatMap((shape) => typesOf(shape, typeKey, parts)),
});

/** A form for each value of the key that names the alternative. */
function typesOf(shape: JsonSchema, typeKey: string, { fieldsOf }: FormParts): CmsField[] {
  const fields = fieldsOf(shape, false, typeKey);
  const title = titleKey(fields.map(({ name }) => name));
  return valuesOf(shape.properties?.[typeKey] ?? {}).map((value) => ({
    name: String(value),
    label: labelOf(String(value)),
    widget: "object",
    ...(title && { summary: `{{fields.${title}}}` }),
    fields,
  }));
}

function listOfGroups(name: string, items: JsonSchema, { fieldsOf }: FormParts): Widget {
  const names = Object.keys(items.properties ?? {}).filter((each) => !(each in PUBLICATION_FIELDS));
  // A link or a figure is too small for dates of its own.
  const fields = fieldsOf(items, false).filter((each) => names.length > 2 || names.includes(each.name));
  return { ...collapsedList(name), summary: `{{fields.${titleKey(names)}}}`, fields };
}
