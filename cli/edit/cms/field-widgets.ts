// The control of each kind of field. Pure.

import type { JsonSchema } from "../../../templates/kit/for-build/index.ts";
import { hasControl } from "./has-control.ts";
import { listWidget } from "./list-widget.ts";
import { textWidget } from "./text-widget.ts";
import type { FormParts, SchemaField, Widget } from "./widget.ts";

type FieldKind =
  | "yaml"
  | "image"
  | "markdown"
  | "reference"
  | "choice"
  | "text"
  | "switch"
  | "list"
  | "group"
  | "number";

const WIDGETS: Readonly<Record<FieldKind, (field: SchemaField, parts: FormParts) => Widget>> = {
  // Decap's editor of code would scroll the form down to itself.
  yaml: () => ({ widget: "text" }),
  image: () => ({ widget: "image", choose_url: false }),
  // Not as rich text: that would rewrite the whole text, and know nothing of {brand.name}.
  markdown: () => ({ widget: "markdown", modes: ["raw"] }),
  reference: ({ schema }, { relationTo }) => relationTo(collectionNamedIn(schema)),
  choice: ({ schema }) => ({ widget: "select", options: schema.enum }),
  text: ({ name, schema }) => textWidget(name, schema),
  switch: () => ({ widget: "boolean" }),
  list: listWidget,
  group: ({ schema, isOptional }, { fieldsOf }) => ({
    widget: "object",
    collapsed: true,
    fields: fieldsOf(schema, isOptional),
  }),
  number: ({ schema: { type, minimum, maximum } }) => ({
    widget: "number",
    value_type: type === "integer" ? "int" : "float",
    min: minimum,
    max: maximum,
  }),
};

export const widgetOf = (field: SchemaField, parts: FormParts): Widget => WIDGETS[kindOf(field.schema)](field, parts);

function kindOf(schema: JsonSchema): FieldKind {
  const { type, enum: choices, items, properties, "x-field": meaning } = schema;
  if (!hasControl(schema)) return "yaml";
  if (meaning?.kind === "image" || meaning?.kind === "markdown" || meaning?.kind === "reference") return meaning.kind;
  if (choices) return "choice";
  if (type === "string") return "text";
  if (type === "boolean") return "switch";
  if (items) return "list";
  return properties ? "group" : "number";
}

const collectionNamedIn = ({ "x-field": meaning }: JsonSchema): string =>
  meaning?.kind === "reference" ? meaning.collection : "";
