// The values of an entry as a form shows them, and what the form sends back as the values that are meant. Pure.
import type { JsonSchema } from "../../../templates/kit/for-build/index.ts";
import { isPlain, shapeOf } from "../../content/schema/described-schema.ts";
import { isMapping } from "../../content/yaml/mapping.ts";
import { readYaml } from "../../content/yaml/read-yaml.ts";
import { writeYaml } from "../../content/yaml/write-yaml.ts";
import { alignItems } from "../../rewrite/align-items.ts";
import { PostRefusal } from "../../serve/own-post.ts";
import { isShown } from "./configuration.ts";

type Values = Readonly<Record<string, unknown>>;

/** Defaults are filled in, as switches and choices would show something else; what has no control becomes YAML. */
export const shownValues = (value: unknown, schema: JsonSchema): unknown =>
  valuesAsSent(withDefaults(value, schema), schema);

/** As a form sends them: what has no control is YAML. */
export const valuesAsSent = (value: unknown, schema: JsonSchema): unknown =>
  inFields(value, schema, valuesAsSent, (each) => writeYaml(each, "block"));

function withDefaults(value: unknown, schema: JsonSchema): unknown {
  const filled = inFields(value, schema, withDefaults, (each) => each);
  const { properties } = shapeOf(schema, value) ?? {};
  if (!isMapping(filled) || !properties) return filled;
  const defaults = Object.entries(properties).flatMap(([key, { default: fallback }]) =>
    !(key in filled) && isPlain(fallback) ? [[key, fallback]] : [],
  );
  return { ...filled, ...Object.fromEntries(defaults) };
}

/** The same value with each item or field changed in its place: by `change` what a form has a control for, else by `changeOther`. */
function inFields(
  value: unknown,
  schema: JsonSchema,
  change: (each: unknown, schema: JsonSchema) => unknown,
  changeOther: (each: unknown) => unknown,
): unknown {
  const { items } = schema;
  if (Array.isArray(value) && items) return value.map((item) => change(item, items));
  const { properties } = shapeOf(schema, value) ?? {};
  if (!isMapping(value) || !properties) return value;
  const changed = Object.entries(value).map(([key, each]) => {
    const field = fieldIn(properties, key);
    if (!field) return [key, each];
    return [key, isShown(field) ? change(each, field) : changeOther(each)];
  });
  return Object.fromEntries(changed);
}

/** Reads a key of any name, such as "constructor". */
const fieldIn = (properties: Readonly<Record<string, JsonSchema>>, key: string): JsonSchema | undefined =>
  Object.hasOwn(properties, key) ? properties[key] : undefined;

/**
 * `was` is the value in the file. A field that is not in the file, and is empty or the default, is left out again. An empty value stays as it
 * was written. Keys are in the order of the schema. Throws Refusal for YAML that cannot be read.
 */
export function meantValues(sent: unknown, was: unknown, schema: JsonSchema): unknown {
  if (Array.isArray(sent)) return meantItems(sent, Array.isArray(was) ? was : [], schema);
  if (!isMapping(sent)) return meantText(sent, was, schema);
  const { properties = {} } = shapeOf(schema, sent) ?? {};
  const before: Values = isMapping(was) ? was : {};
  const keys = new Set([...Object.keys(properties), ...Object.keys(sent)]);
  return Object.fromEntries(
    [...keys].flatMap((key) => {
      const field = fieldIn(properties, key) ?? {};
      const meant = Object.hasOwn(sent, key) ? meantField(sent[key], before[key], field) : undefined;
      if (Object.hasOwn(before, key) && isEmpty(before[key]) && isEmpty(meant)) return [[key, before[key]]];
      const isLeftOut = isEmpty(meant) || (!Object.hasOwn(before, key) && meant === field.default);
      return isLeftOut ? [] : [[key, meant]];
    }),
  );
}

function meantField(sent: unknown, was: unknown, field: JsonSchema): unknown {
  if (typeof sent !== "string" || Object.keys(field).length === 0 || isShown(field))
    return meantValues(sent, was, field);
  if (was !== undefined && sent.trim() === writeYaml(was, "block").trim()) return was;
  const { root, problems } = readYaml(sent);
  const [problem] = problems;
  if (problem) throw new PostRefusal(422, `A field of YAML cannot be read: line ${problem.line}: ${problem.message}`);
  return root?.value ?? null;
}

function meantItems(sent: readonly unknown[], was: readonly unknown[], { items = {} }: JsonSchema): unknown[] {
  const from = alignItems(
    was.map((item) => shownValues(item, items)),
    sent.map((item) => withDefaults(item, items)),
  );
  return sent.flatMap((item, index) => {
    const before = was[from[index] ?? -1];
    const meant = meantValues(item, before, items);
    // A line that was added without being filled in.
    return isEmpty(meant) && !isMapping(meant) && before === undefined ? [] : [meant];
  });
}

/** Forms do not show blank lines around a text: they stay as they are, and a new text has none after it. */
function meantText(sent: unknown, was: unknown, field: JsonSchema): unknown {
  if (typeof sent !== "string") return sent;
  const isNumber = field.type === "number" || field.type === "integer";
  if (isNumber && sent.trim() !== "" && Number.isFinite(Number(sent))) return Number(sent);
  const text = sent.replace(/\r\n?/g, "\n");
  if (field["x-field"]?.kind === "image") return text.replace(/^\/+/, "");
  if (text === was || text.trim() === "") return text;
  if (typeof was !== "string" || was.trim() === "") return text.trimEnd();
  const [before = "", after = ""] = [/^\s*/.exec(was)?.[0], /\s*$/.exec(was)?.[0]];
  return before + after === "" ? text : before + text.trim() + after;
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === "" ||
  (typeof value === "object" && Object.values(value).every(isEmpty));
