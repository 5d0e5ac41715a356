// The values of an entry as a form shows them, and what the form sends back as the values that are meant. Pure.
import type { JsonSchema } from "../../../templates/kit/for-build/index.ts";
import { isPlain, shapeOf } from "../../content/schema/described-schema.ts";
import { isMapping } from "../../content/yaml/mapping.ts";
import { readYaml } from "../../content/yaml/read-yaml.ts";
import { writeYaml } from "../../content/yaml/write-yaml.ts";
import { alignItems } from "../../rewrite/align-parts.ts";
import { PostRefusal } from "../../serve/own-post.ts";
import { hasControl } from "./has-control.ts";
import type { MarkdownTexts } from "./markdown-texts.ts";

type Values = Readonly<Record<string, unknown>>;

/** Defaults are filled in, as switches and choices would show something else; what has no control becomes YAML. */
export const shownValues = (value: unknown, schema: JsonSchema, markdown: MarkdownTexts): unknown =>
  valuesAsSent(withDefaults(withShownTexts(value, schema, markdown), schema), schema);

const isMarkdown = ({ "x-field": meaning }: JsonSchema): boolean => meaning?.kind === "markdown";

function withShownTexts(value: unknown, schema: JsonSchema, markdown: MarkdownTexts): unknown {
  if (typeof value === "string" && isMarkdown(schema)) return markdown.shown(value);
  const change = (each: unknown, field: JsonSchema) => withShownTexts(each, field, markdown);
  return inFields(value, schema, change, (each) => each);
}

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
    return [key, hasControl(field) ? change(each, field) : changeOther(each)];
  });
  return Object.fromEntries(changed);
}

/** Reads a key of any name, such as "constructor". */
const fieldIn = (properties: Readonly<Record<string, JsonSchema>>, key: string): JsonSchema | undefined =>
  Object.hasOwn(properties, key) ? properties[key] : undefined;

/**
 * `stored` is the value in the file. A field that is not in the file, and is empty or the default, is left out again. An empty value stays as it
 * was written. Keys are in the order of the schema. Throws PostRefusal for YAML that cannot be read.
 */
export function meantValues(sent: unknown, stored: unknown, schema: JsonSchema, markdown: MarkdownTexts): unknown {
  if (Array.isArray(sent)) return meantItems(sent, Array.isArray(stored) ? stored : [], schema, markdown);
  if (typeof sent === "string" && typeof stored === "string" && isMarkdown(schema))
    return meantMarkdown(sent, stored, schema, markdown);
  if (!isMapping(sent)) return meantText(sent, stored, schema);
  const { properties = {} } = shapeOf(schema, sent) ?? {};
  const before: Values = isMapping(stored) ? stored : {};
  const keys = new Set([...Object.keys(properties), ...Object.keys(sent)]);
  return Object.fromEntries(
    [...keys].flatMap((key) => {
      const field = fieldIn(properties, key) ?? {};
      const value = Object.hasOwn(sent, key) ? meantField(sent[key], before[key], field, markdown) : undefined;
      if (Object.hasOwn(before, key) && isEmpty(before[key]) && isEmpty(value)) return [[key, before[key]]];
      const isLeftOut = isEmpty(value) || (!Object.hasOwn(before, key) && value === field.default);
      return isLeftOut ? [] : [[key, value]];
    }),
  );
}

function meantField(sent: unknown, stored: unknown, field: JsonSchema, markdown: MarkdownTexts): unknown {
  if (typeof sent !== "string" || Object.keys(field).length === 0 || hasControl(field))
    return meantValues(sent, stored, field, markdown);
  if (stored !== undefined && sent.trim() === writeYaml(stored, "block").trim()) return stored;
  const { root, problems } = readYaml(sent);
  const [problem] = problems;
  if (problem) throw new PostRefusal(422, `A field of YAML cannot be read: line ${problem.line}: ${problem.message}`);
  return root?.value ?? null;
}

function meantItems(
  sent: readonly unknown[],
  stored: readonly unknown[],
  { items = {} }: JsonSchema,
  markdown: MarkdownTexts,
): unknown[] {
  const from = alignItems(
    stored.map((item) => shownValues(item, items, markdown)),
    sent.map((item) => withDefaults(item, items)),
  );
  return sent.flatMap((item, index) => {
    const before = stored[from[index] ?? -1];
    const value = meantValues(item, before, items, markdown);
    // A line that was added without being filled in.
    return isEmpty(value) && !isMapping(value) && before === undefined ? [] : [value];
  });
}

function meantMarkdown(sent: string, stored: string, field: JsonSchema, markdown: MarkdownTexts): unknown {
  const shown = markdown.shown(stored);
  const text = String(meantText(sent, shown, field));
  return text === shown ? stored : markdown.written(text, stored);
}

/** Forms do not show blank lines around a text: they stay as they are, and a new text has none after it. */
function meantText(sent: unknown, stored: unknown, field: JsonSchema): unknown {
  if (typeof sent !== "string") return sent;
  const isNumber = field.type === "number" || field.type === "integer";
  if (isNumber && sent.trim() !== "" && Number.isFinite(Number(sent))) return Number(sent);
  const text = sent.replace(/\r\n?/g, "\n");
  if (field["x-field"]?.kind === "image") return text.replace(/^\/+/, "");
  if (text === stored || text.trim() === "") return text;
  if (typeof stored !== "string" || stored.trim() === "") return text.trimEnd();
  const [before = "", after = ""] = [/^\s*/.exec(stored)?.[0], /\s*$/.exec(stored)?.[0]];
  return before + after === "" ? text : before + text.trim() + after;
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === "" ||
  (typeof value === "object" && Object.values(value).every(isEmpty));
