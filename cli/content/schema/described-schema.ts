// What the JSON Schema of a collection, a section or the settings says of its fields: shared by all that show fields to people.
import type { JsonSchema } from "../../../templates/kit/for-build/index.ts";

/** The alternatives of a schema; itself where it has none. */
export const shapesOf = (schema: JsonSchema): readonly JsonSchema[] => schema.anyOf ?? schema.oneOf ?? [schema];

/** Whether a form or a table can show the value, such as a default, in a few words. */
export const isPlain = (value: unknown): boolean => ["string", "number", "boolean"].includes(typeof value);

/** "footerLabels" → "Footer labels", "call-to-action" → "Call to action". */
export function labelOf(name: string): string {
  const words = name.replace(/([a-z\d])(?=[A-Z])/g, "$1 ").replace(/[-_]+/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1).replace(/ [A-Z](?=[a-z])/g, (start) => start.toLowerCase());
}

/** A picture with the words for those who do not see it. */
export const isPicture = ({ properties }: JsonSchema): boolean => properties?.src?.["x-field"]?.kind === "image";

/** A link with its words. */
export const isAction = ({ properties = {} }: JsonSchema): boolean =>
  properties.href?.["x-field"]?.kind === "link" && Object.keys(properties).join() === "label,href";

/** The texts that a field can be; none where it can be others. */
export const valuesOf = ({ enum: several, const: one }: JsonSchema): readonly unknown[] =>
  several ?? (one === undefined ? [] : [one]);

/** The key by which a value chooses between the alternatives of its schema, such as `type`. */
export function typeKeyOf(schema: JsonSchema): string | undefined {
  const shapes = schema.anyOf ?? schema.oneOf;
  return Object.keys(shapes?.[0]?.properties ?? {}).find((key) =>
    shapes?.every(({ properties }) => valuesOf(properties?.[key] ?? {}).length > 0),
  );
}

/** The alternative that a value has chosen; the schema itself where it has none. */
export function shapeOf(schema: JsonSchema, value: unknown): JsonSchema | undefined {
  const key = typeKeyOf(schema);
  if (key === undefined) return schema;
  const chosen = (value as Readonly<Record<string, unknown>> | null | undefined)?.[key];
  return shapesOf(schema).find(({ properties }) => valuesOf(properties?.[key] ?? {}).includes(chosen));
}

/** A collection's entries with the fields of all types of sections. */
export function describeEntry(schema: JsonSchema, sections: readonly JsonSchema[]): JsonSchema {
  const { sections: list } = schema.properties ?? {};
  if (!list) return schema;
  return { ...schema, properties: { ...schema.properties, sections: { ...list, items: { oneOf: sections } } } };
}
