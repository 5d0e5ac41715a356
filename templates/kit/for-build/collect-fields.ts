// From a schema, a function that finds the marked fields (references, images, links, Markdown, text) of a value. The schema is
// walked once; the function it gives visits only the branches that hold such fields.
import type * as z from "zod";
import { type FieldKind, fieldKinds } from "../field.ts";

type Path = readonly (string | number)[];

export interface FieldUse {
  readonly field: FieldKind;
  readonly value: string;
  readonly path: Path;
}

type Visit = (use: FieldUse) => void;
type Visitor = (value: unknown, path: Path, visit: Visit) => void;

/** The parts of zod's public schema description that are used here. */
interface SchemaShape {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly discriminator?: string;
}

type FieldVisitor = (value: unknown, visit: Visit, base?: Path) => void;

const compiled = new WeakMap<z.ZodType, FieldVisitor>();

/** Visits every field of `value` that the schema marks, in the order of the schema, with its path below `base`. Each schema is compiled once. */
export function compileFieldVisitor(schema: z.ZodType): FieldVisitor {
  const cached = compiled.get(schema);
  if (cached) return cached;
  const visitor = compile(schema);
  const visitFields: FieldVisitor = (value, visit, base = []) => visitor?.(value, base, visit);
  compiled.set(schema, visitFields);
  return visitFields;
}

function compile(schema: z.ZodType): Visitor | undefined {
  const field = fieldKinds.get(schema as z.ZodString);
  if (field) {
    return (value, path, visit) => {
      if (typeof value === "string") visit({ field, value, path });
    };
  }
  const shape = schema.def as unknown as SchemaShape;
  const inner = shape.innerType ?? shape.in;
  if (inner) return compile(inner);
  if (shape.shape) return compileObject(shape.shape);
  const item = shape.element ?? shape.valueType;
  if (item) return compileEach(item);
  if (shape.options) return shape.discriminator ? compileChoice(shape.options, shape.discriminator) : undefined;
  return undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

function compileObject(shape: Readonly<Record<string, z.ZodType>>): Visitor | undefined {
  const members = Object.entries(shape).flatMap(([key, schema]) => {
    const visitor = compile(schema);
    return visitor ? [{ key, visitor }] : [];
  });
  if (members.length === 0) return undefined;
  return (value, path, visit) => {
    if (!isObject(value)) return;
    for (const { key, visitor } of members) {
      const member = value[key];
      if (member !== undefined) visitor(member, [...path, key], visit);
    }
  };
}

/** For the items of a list, or the values of an object with any keys. */
function compileEach(item: z.ZodType): Visitor | undefined {
  const visitor = compile(item);
  if (!visitor) return undefined;
  return (value, path, visit) => {
    for (const [key, member] of membersOf(value)) visitor(member, [...path, key], visit);
  };
}

function membersOf(value: unknown): Iterable<readonly [string | number, unknown]> {
  if (Array.isArray(value)) return value.entries();
  return isObject(value) ? Object.entries(value) : [];
}

function compileChoice(options: readonly z.ZodType[], discriminator: string): Visitor {
  const byName = new Map<unknown, Visitor>();
  for (const option of options) {
    const names = (option.def as unknown as SchemaShape).shape?.[discriminator]?._zod.values ?? [];
    const visitor = compile(option);
    if (visitor) for (const name of names) byName.set(name, visitor);
  }
  return (value, path, visit) => {
    if (isObject(value)) byName.get(value[discriminator])?.(value, path, visit);
  };
}
