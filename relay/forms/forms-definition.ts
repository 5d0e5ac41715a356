// What the forms of a site's document may ask, and the hash that pages name them by. Every problem is reported at once, by its path; what
// parts say together, once each of them is right.

import { hash } from "node:crypto";
import * as z from "zod";
import {
  CALL_NAMES,
  FIELD_LIMITS,
  FIELD_TYPES,
  type FieldName,
  FORM_NAME,
  type FormsDefinition,
  OWN_FIELD_NAME,
  OWN_FIELDS,
} from "../contract.ts";

const isOfContract = (name: string): name is FieldName => Object.hasOwn(FIELD_LIMITS, name);

const text = (limit: number) =>
  z
    .string({ error: "must be a text" })
    .trim()
    .min(1, "must not be empty")
    .max(limit, `must have at most ${limit} characters`);
export const line = text(500).regex(/^\P{Cc}*$/u, "must be one line");
/** Making each problem's words takes longer than finding it: of ten thousand, the first ones say enough. */
const MOST_PROBLEMS = 20;
const listOf = <Item>(schema: z.ZodType<Item>) =>
  z.array(z.unknown(), { error: "must be a list" }).transform((items, { issues }) => {
    const valid: Item[] = [];
    for (const [index, input] of items.entries()) {
      const result = schema.safeParse(input);
      if (result.success) valid.push(result.data);
      else for (const issue of result.error.issues) issues.push(within(issue, index, input));
      if (issues.length >= MOST_PROBLEMS) break;
    }
    return valid;
  });
/** The library's two types of one issue differ in the input alone. */
const within = (issue: z.core.$ZodIssue, index: number, input: unknown) =>
  ({ ...issue, path: [index, ...issue.path], input }) as z.core.$ZodRawIssue;
const number = () => z.number({ error: "must be a number" }).optional();

/** Adds each problem at its path. */
const reported =
  <Value>(problemsIn: (value: Value) => readonly Problem[]) =>
  (value: Value, context: z.core.$RefinementCtx<Value>) => {
    for (const [path, message] of problemsIn(value)) context.addIssue({ code: "custom", path: [...path], message });
  };
type Problem = readonly [path: readonly (string | number)[], message: string];

const shape = z.strictObject(
  {
    name: z.string({ error: "must be a text" }).superRefine(reported(nameProblems)),
    type: z.enum(FIELD_TYPES, { error: `must be one of ${FIELD_TYPES.join(", ")}` }),
    label: line,
    required: z.boolean({ error: "must be true or false" }),
    limit: z.int({ error: "must be a whole number" }).min(1, "must be at least 1"),
    options: listOf(z.strictObject({ value: text(OWN_FIELDS.characters), label: line }))
      .refine((options) => options.length > 0, "must have an option")
      .refine((options) => new Set(options.map(({ value }) => value)).size === options.length, "has one value twice")
      .optional(),
    min: number(),
    max: number(),
    wording: text(OWN_FIELDS.characters).optional(),
  },
  { error: "must be an object" },
);
type Field = z.infer<typeof shape>;

const formSchema = z.strictObject(
  { title: line, fields: listOf(shape.superRefine(reported(fieldProblems))).superRefine(reported(formProblems)) },
  { error: "must be an object" },
);

const BAD_NAME = "is no name of a form: small letters, digits and hyphens, beginning with a letter, at most 40";

export const formsSchema = z
  .record(z.string().regex(FORM_NAME), formSchema, {
    error: ({ code }) => (code === "invalid_key" ? BAD_NAME : "must be an object"),
  })
  .refine((forms) => Object.keys(forms).length > 0, "has no form");

function nameProblems(name: string): Problem[] {
  if ((CALL_NAMES as readonly string[]).includes(name))
    return [[[], "is a name that every call uses for something else"]];
  if (isOfContract(name) || OWN_FIELD_NAME.test(name)) return [];
  return [[[], "is no name of a field: letters, digits and _, beginning with a small letter, at most 40"]];
}

function fieldProblems(field: Field): Problem[] {
  const { name, type, limit, min, max } = field;
  const problems: Problem[] = [];
  const most = isOfContract(name) ? FIELD_LIMITS[name] : OWN_FIELDS.characters;
  if (limit > most) problems.push([["limit"], `must be at most ${most}`]);
  if (isOfContract(name) && ["choices", "consent"].includes(type))
    problems.push([["type"], `cannot be "${type}": ${name} is one text in every call`]);
  for (const [key, types, isNeeded] of KEYS_OF_TYPES) {
    const belongs = (types as readonly string[]).includes(type);
    if (field[key] !== undefined && !belongs)
      problems.push([[key], `belongs to ${types.join(" and ")}, not to ${type}`]);
    if (field[key] === undefined && belongs && isNeeded) problems.push([[key], `is missing: ${type} needs it`]);
  }
  if (min !== undefined && max !== undefined && min > max) problems.push([["max"], 'is less than "min"']);
  return problems;
}

const KEYS_OF_TYPES = [
  ["options", ["choice", "choices"], true],
  ["min", ["number"], false],
  ["max", ["number"], false],
  ["wording", ["consent"], true],
] as const;

function formProblems(fields: readonly Field[]): Problem[] {
  const names = fields.map(({ name }) => name);
  const ownFieldCount = names.filter((name) => !isOfContract(name)).length;
  const twice = [...names.entries()].filter(([index, name]) => names.indexOf(name) < index);
  const lacking = ["firstName", "email"].filter((name) => !names.includes(name));
  return [
    ...twice.map(([index, name]): Problem => [[index, "name"], `"${name}" is there twice`]),
    ...lacking.map((name): Problem => [[], `lacks "${name}", without which no request is taken`]),
    ...(ownFieldCount > OWN_FIELDS.count
      ? [[[], `has ${ownFieldCount} fields of its own; at most ${OWN_FIELDS.count} are taken`] as const]
      : []),
  ];
}

/** The first 16 hexadecimal digits of the SHA-256 of `JSON.stringify(forms)`. */
export const hashOfForms = (forms: FormsDefinition["forms"]): string =>
  hash("sha256", JSON.stringify(forms), "hex").slice(0, 16);

/** Of forms that are valid. */
export const definitionOf = (forms: FormsDefinition["forms"]): FormsDefinition => ({
  version: 1,
  hash: hashOfForms(forms),
  forms,
});
