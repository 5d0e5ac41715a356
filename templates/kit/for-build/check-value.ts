// A value → what its schema says of it. Zod writes a function for a schema that checks many values: it takes half the time, and what it does
// not accept is checked again as always, for its issues.
import * as z from "zod";

/** After how many values a schema is compiled: for fewer, compiling takes longer than it saves. */
const CHECKED_BEFORE = 100;

const uses = new WeakMap<z.ZodType, { count: number; compiled?: z.ZodType }>();

/** The result of `schema.safeParse(value)`. */
export function checkValue(schema: z.ZodType, value: unknown): z.ZodSafeParseResult<unknown> {
  const use = uses.get(schema) ?? { count: 0 };
  if (use.count === 0) uses.set(schema, use);
  if (use.count++ === CHECKED_BEFORE) use.compiled = z.compile(schema);
  // Without `jitless`, Zod would compile its own way before the first value.
  return use.compiled?.safeParse(value) ?? schema.safeParse(value, { jitless: true });
}
