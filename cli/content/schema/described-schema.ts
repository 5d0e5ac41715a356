// Reads fields from the JSON Schema of a collection, a section or the settings, for all that show fields to people.
import type { JsonSchema } from "../../../templates/kit/for-build/index.ts";

/** The alternatives of a schema; the schema itself where it has none. */
export const shapesOf = (schema: JsonSchema): readonly JsonSchema[] => schema.anyOf ?? schema.oneOf ?? [schema];

/** Whether a form or a table can show the value, such as a default, in a few words. */
export const isPlain = (value: unknown): boolean => ["string", "number", "boolean"].includes(typeof value);

/** "footerLabels" → "Footer labels", "call-to-action" → "Call to action". */
export function labelOf(name: string): string {
  const text = name.replace(/([a-z\d])(?=[A-Z])/g, "$1 ").replace(/[-_]+/g, " ");
  return text.charAt(0).toUpperCase() + text.slice(1).replace(/ [A-Z](?=[a-z])/g, (start) => start.toLowerCase());
}

/** Whether a schema is a picture with its alternative text. */
export const isPicture = ({ properties }: JsonSchema): boolean => properties?.src?.["x-field"]?.kind === "image";

/** Whether a schema is a link with its label. */
export const isAction = ({ properties = {} }: JsonSchema): boolean =>
  properties.href?.["x-field"]?.kind === "link" && Object.keys(properties).join() === "label,href";

/** The only values that a field can have; none where it is free. */
export const valuesOf = ({ enum: several, const: one }: JsonSchema): readonly unknown[] =>
  several ?? (one === undefined ? [] : [one]);

/** The key by which a value chooses between the alternatives of its schema, such as `type`. */
export function typeKeyOf(schema: JsonSchema): string | undefined {
  const shapes = schema.anyOf ?? schema.oneOf;
  return Object.keys(shapes?.[0]?.properties ?? {}).find((key) =>
    shapes?.every(({ properties }) => valuesOf(properties?.[key] ?? {}).length > 0),
  );
}

/** The alternative that a value chooses; the schema itself where there are none. */
export function shapeOf(schema: JsonSchema, value: unknown): JsonSchema | undefined {
  const key = typeKeyOf(schema);
  if (key === undefined) return schema;
  const type = (value as Readonly<Record<string, unknown>> | null | undefined)?.[key];
  return shapesOf(schema).find(({ properties }) => valuesOf(properties?.[key] ?? {}).includes(type));
}

/** The schema of what is at a path of a value; undefined where there is none. */
export function fieldAt(
  schema: JsonSchema,
  value: unknown,
  [step, ...steps]: readonly (string | number)[],
): JsonSchema | undefined {
  if (step === undefined) return schema;
  const field = typeof step === "number" ? schema.items : shapeOf(schema, value)?.properties?.[step];
  const inner = (value as Readonly<Record<string | number, unknown>> | null | undefined)?.[step];
  return field && fieldAt(field, inner, steps);
}

/** The schema of a collection's entries with the fields of all types of sections. */
export function describeEntry(schema: JsonSchema, sections: readonly JsonSchema[]): JsonSchema {
  const { sections: list } = schema.properties ?? {};
  if (!list) return schema;
  return { ...schema, properties: { ...schema.properties, sections: { ...list, items: { oneOf: sections } } } };
}
