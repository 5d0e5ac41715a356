// Follows a path through data, and through the schema that describes the data.
import type * as z from "zod";
import type { Path } from "../sources/source-document.ts";

export function valueAt(data: unknown, path: Path): unknown {
  let value = data;
  for (const step of path) value = (value as Record<string | number, unknown> | null | undefined)?.[step];
  return value;
}

/** The schema of the value at a path, with its title and description. The data decides between alternatives. */
export function schemaAt(schema: z.ZodType, path: readonly PropertyKey[], data: unknown) {
  let current: z.ZodType | undefined = schema;
  let name: string | undefined;
  let description: string | undefined;
  let value = data;
  const settle = () => {
    name = undefined;
    description = undefined;
    for (;;) {
      name ??= current?.meta()?.title;
      description ??= current?.description;
      const def = current?.def as unknown as
        | { innerType?: z.ZodType; discriminator?: string; options?: z.ZodObject[] }
        | undefined;
      if (def?.innerType) current = def.innerType;
      else if (def?.discriminator && def.options) {
        const key = def.discriminator;
        const choice = (value as Record<string, unknown> | undefined)?.[key];
        current = def.options.find((option) => option.shape[key]?.safeParse(choice).success);
      } else return;
    }
  };
  settle();
  for (const step of path) {
    const def = current?.def as unknown as
      | { shape?: Record<string, z.ZodType>; element?: z.ZodType; valueType?: z.ZodType }
      | undefined;
    current = def?.shape?.[String(step)] ?? def?.element ?? def?.valueType;
    value = (value as Record<PropertyKey, unknown> | undefined)?.[step];
    settle();
  }
  return { schema: current, name, description };
}

export function keysAt(schema: z.ZodType, path: readonly PropertyKey[], data: unknown): string[] {
  const { schema: blockSchema } = schemaAt(schema, path, data);
  return Object.keys((blockSchema?.def as unknown as { shape?: object } | undefined)?.shape ?? {});
}
