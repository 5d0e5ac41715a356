// A zod schema → the JSON Schema that editors and `eventsite new` read. It describes the input, before defaults are filled in.
import * as z from "zod";
import { type FieldKind, fieldKinds } from "../field.ts";

/** The parts of JSON Schema (draft 7) that content is described with. */
export interface JsonSchema {
  readonly type?: "object" | "array" | "string" | "number" | "integer" | "boolean";
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  /** What the text means, for fields of `kit/field.ts`. Ours, not JSON Schema's. */
  readonly "x-field"?: FieldKind;
}

export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    target: "draft-7",
    io: "input",
    override({ zodSchema, jsonSchema }) {
      const field = fieldKinds.get(zodSchema as z.ZodString);
      if (field) Object.assign(jsonSchema, { "x-field": field });
      if (ignoresCase(zodSchema)) delete jsonSchema.pattern;
      // The bounds that "a whole number" adds mean nothing to writers.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return described as JsonSchema;
}

/** JSON Schema has no flags: such a pattern would refuse what the build accepts. */
const ignoresCase = ({ _zod: { def } }: z.core.$ZodType): boolean =>
  (def.checks ?? []).some(({ _zod: check }) => (check.def as { pattern?: RegExp }).pattern?.flags.includes("i"));
