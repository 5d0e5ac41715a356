// Makes a YAML file to begin with from the schema of a collection: required fields have a sample, optional ones are comments. Pure.
import type { JsonSchema } from "../../templates/kit/for-build/index.ts";
import { NAMES } from "../content/entries/placeholders.ts";
import { labelOf } from "../content/schema/described-schema.ts";
import { writeYaml } from "../content/yaml/write-yaml.ts";

/** What the site has that samples are made from. */
export interface StarterSite {
  /** The name of the new entry. */
  readonly name: string;
  /** Values that are known already, by their key. */
  readonly fixedValues?: Readonly<Record<string, string>>;
  /** A picture below content/images. If there is none, it throws for a required one. */
  image(isRequired: boolean): string;
  /** The first section type of a page whose schema gives no example. */
  readonly firstSection: string | undefined;
  /** An entry that a reference to the collection may name; undefined if there is none. */
  slugOf(collection: string): string | undefined;
  /** The schema of a section type. */
  sectionOf(type: string): JsonSchema | undefined;
}

interface Context {
  readonly site: StarterSite;
  readonly indent: string;
  /** The indentation at which the comment of an optional field begins. Placeholders in comments need no mark. */
  readonly commentAt?: string;
  /** Without descriptions and marks of placeholders. */
  readonly isBare?: boolean;
}

const MARKDOWN = "A paragraph with **strong words** and [a link](/contact).";
const MARK = " # placeholder";

/** `values` is YAML: the complete file, or the front matter of a Markdown file. `body` is the text below it. */
export function starterText(schema: JsonSchema, isMarkdown: boolean, site: StarterSite) {
  const { body, ...properties } = schema.properties ?? {};
  const fields = isMarkdown ? { ...schema, properties } : schema;
  const rows = fieldRows(fields, { site, indent: "" });
  return {
    values: rows.map((each) => `${each}\n`).join(""),
    body: isMarkdown && body ? `${markdownSentence(site)}${MARK}\n` : "",
  };
}

/** For samples of a manual, which show nothing of the site itself. */
const NO_SITE: StarterSite = {
  name: "Words of your own",
  image: () => "picture.webp",
  firstSection: undefined,
  slugOf: () => "file-name",
  sectionOf: () => undefined,
};

/** A section as an item of a page's list that can be copied. Optional fields are comments. */
export const sectionSample = (schema: JsonSchema): string =>
  itemRows("", schema, { site: NO_SITE, indent: "  ", isBare: true }).join("\n");

/** A comment without a space behind its # is a field that can be uncommented. */
const row = ({ indent, commentAt }: Context, text: string): string =>
  commentAt === undefined ? indent + text : `${commentAt}#${indent.slice(commentAt.length)}${text}`;

/** The rows of all fields in the order of the schema, each below its description. */
function fieldRows(schema: JsonSchema, context: Context): string[] {
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).flatMap(([key, field]) => {
    const isOptional = !required.has(key);
    // An optional field inside a comment is left out.
    if (isOptional && context.commentAt !== undefined) return [];
    const inner = isOptional ? { ...context, commentAt: context.indent } : context;
    const isReported =
      field.description !== undefined &&
      field.const === undefined &&
      context.commentAt === undefined &&
      !context.isBare;
    const reported = isReported ? [`${context.indent}# ${field.description}`] : [];
    return [...reported, ...valueRows(key, field, inner)];
  });
}

function valueRows(key: string, field: JsonSchema, context: Context): string[] {
  const deeper = { ...context, indent: `${context.indent}  ` };
  if (field.type === "object") return [row(context, `${key}:`), ...fieldRows(field, deeper)];
  if (context.isBare && field["x-field"]?.kind === "markdown")
    return [row(context, `${key}: |`), row(deeper, MARKDOWN)];
  const example = field.examples?.[0];
  if (Array.isArray(example))
    return [
      row(context, `${key}:`),
      ...example.map((item) => row(deeper, `- ${writeYaml(item)}${hasMarks(context) ? MARK : ""}`)),
    ];
  if (field.type === "array") {
    const items = Array.from({ length: Math.max(1, field.minItems ?? 1) }, () =>
      itemRows(key, field.items ?? {}, deeper),
    );
    return [row(context, `${key}:`), ...items.flat()];
  }
  return [row(context, `${key}: ${sample(key, field, context)}`)];
}

/** One item of a list: its first field follows the hyphen. */
function itemRows(key: string, items: JsonSchema, context: Context): string[] {
  const item = (items.oneOf ?? items.anyOf)?.[0] ?? items;
  if (item.type !== "object") return [row(context, `- ${sample(key, item, context)}`)];
  const type = item.properties?.type?.examples?.[0] ?? context.site.firstSection;
  const itemSchema = (key === "sections" && type !== undefined && context.site.sectionOf(String(type))) || item;
  const inner = { ...context, indent: `${context.indent}  ` };
  const [first = "", ...others] = fieldRows(itemSchema, inner);
  return [row(context, `- ${first.slice(row(inner, "").length)}`), ...others];
}

function sample(key: string, field: JsonSchema, context: Context): string {
  const { value, isReal } = sampleValue(key, field, context);
  const text = writeYaml(value);
  return isReal || !hasMarks(context) ? text : text + MARK;
}

const hasMarks = ({ commentAt, isBare }: Context): boolean => commentAt === undefined && !isBare;

/** `isReal` is false for placeholders. */
function sampleValue(
  key: string,
  field: JsonSchema,
  { site, commentAt }: Context,
): { value: unknown; isReal: boolean } {
  const standIn = (value: unknown) => ({ value, isReal: false });
  if (field.const !== undefined) return { value: field.const, isReal: true };
  const fixedValue = site.fixedValues?.[key];
  if (fixedValue !== undefined) return { value: fixedValue.slice(0, field.maxLength), isReal: true };
  if (field.default !== undefined && !Array.isArray(field.default)) return standIn(field.default);
  const mark = field["x-field"];
  if (mark?.kind === "image") return standIn(site.image(commentAt === undefined));
  if (mark?.kind === "reference") return standIn(site.slugOf(mark.collection) ?? "");
  if (mark?.kind === "link") return standIn("/");
  if (field.examples?.[0] !== undefined) return standIn(field.examples[0]);
  if (field.enum?.[0] !== undefined) return standIn(field.enum[0]);
  if (field.type === "integer" || field.type === "number") return standIn(Math.max(1, field.minimum ?? 1));
  if (field.type === "boolean") return standIn(true);
  if (NAMES.has(key)) return { value: site.name, isReal: true };
  if (field.minLength !== undefined)
    return standIn(mark?.kind === "markdown" ? markdownSentence(site) : sentence(site));
  return standIn(labelOf(key));
}

const sentence = ({ name }: StarterSite) => `${name}: what visitors find on this page, in a sentence or two.`;

const markdownSentence = (site: StarterSite): string => sentence({ ...site, name: asMarkdown(site.name) });

/** Markdown that shows these words as they are: no sign in them makes a heading, a list, a link or strong words. */
const asMarkdown = (words: string): string =>
  words.replace(/[\\`*_[\]<]|&(?=#?\w+;)|^[#+=~>-]/g, "\\$&").replace(/^\d+(?=[.)])/, "$&\\");
