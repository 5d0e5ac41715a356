// Follows a path through data and through the schema that describes it.
import type * as z from "zod";
import type { Path } from "../sources/source-document.ts";

export function valueAt(data: unknown, path: Path): unknown {
  let value = data;
  for (const step of path) value = (value as Record<string | number, unknown> | null | undefined)?.[step];
  return value;
}

/** The schema of the value at a path, its title and its description; the data chooses between alternatives. */
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
        const chosen = (value as Record<string, unknown> | undefined)?.[key];
        current = def.options.find((option) => option.shape[key]?.safeParse(chosen).success);
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
  const { schema: found } = schemaAt(schema, path, data);
  return Object.keys((found?.def as unknown as { shape?: object } | undefined)?.shape ?? {});
}
