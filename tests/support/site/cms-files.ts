// Files as hosted CMSs read and write them. Decap's part is its own source, taken from the source map of its package. Sveltia's
// package is one script for browsers, so its order of keys and its call of `yaml` are repeated here, with the same options.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { transformSync } from "esbuild";
import { parse, stringify } from "yaml";
import type { Json } from "./changed-values.ts";
import { projectDir } from "./with-site.ts";

export interface CmsField {
  readonly name: string;
  readonly required?: boolean;
  readonly fields?: readonly CmsField[];
  readonly types?: readonly CmsField[];
  readonly typeKey?: string;
}

export interface CmsFiles {
  readonly name: string;
  /** The values that a form gets of a file. */
  read(text: string, isMarkdown: boolean): Json;
  /** The whole file as it is committed. */
  write(values: Json, isMarkdown: boolean, fields: readonly CmsField[]): string;
}

interface DecapFormatter {
  fromFile(text: string): Json;
  toFile(values: Json, sortedKeys: readonly string[]): string;
}

const FORMATS = "../decap-cms-core/dist/esm/formats";

/** Compiled and loaded module by module. No bundler: one with a plugin waited without an end, now and then. */
export function decapFiles(): CmsFiles {
  const load = sourceMapLoader("node_modules/decap-cms/dist/decap-cms.js.map", "webpack://DecapCms/");
  const yaml = load(`${FORMATS}/yaml.js`).default as DecapFormatter;
  const frontmatter = (load(`${FORMATS}/frontmatter.js`).frontmatterYAML as () => DecapFormatter)();
  const formatter = (isMarkdown: boolean) => (isMarkdown ? frontmatter : yaml);
  return {
    name: "Decap",
    read: (text, isMarkdown) => formatter(isMarkdown).fromFile(text),
    write: (values, isMarkdown, fields) =>
      formatter(isMarkdown).toFile(
        values,
        fields.map(({ name }) => name),
      ),
  };
}

type Module = Record<string, unknown>;

/** Loads the modules whose sources a source map holds, by their paths without `prefix`. */
function sourceMapLoader(map: string, prefix: string): (path: string) => Module {
  const { sources, sourcesContent } = JSON.parse(readFileSync(join(projectDir, map), "utf8")) as {
    sources: string[];
    sourcesContent: string[];
  };
  const texts = new Map(sources.map((path, index) => [path.replace(prefix, ""), sourcesContent[index] ?? ""]));
  const resolve = (from: string, path: string): string | undefined => {
    if (!path.startsWith(".")) {
      const entry = new RegExp(`node_modules/${path}/(?:browser/)?index\\.js$`);
      return [...texts.keys()].find((each) => entry.test(each));
    }
    const whole = join(dirname(from), path);
    return [whole, `${whole}.js`, `${whole}/index.js`].find((each) => texts.has(each));
  };
  const installed = createRequire(import.meta.url);
  const loaded = new Map<string, { exports: Module }>();
  function load(path: string): Module {
    const known = loaded.get(path);
    if (known) return known.exports;
    const module = { exports: {} as Module };
    loaded.set(path, module);
    const { code } = transformSync(texts.get(path) ?? "", { format: "cjs", platform: "node" });
    const require = (name: string) => {
      // Other formats than YAML are not used.
      if (name === "./toml") return {};
      const found = resolve(path, name);
      return found === undefined ? installed(name) : load(found);
    };
    new Function("module", "exports", "require", code)(module, module.exports, require);
    return module.exports;
  }
  return load;
}

const SVELTIA_YAML = {
  indent: 2,
  lineWidth: 0,
  defaultKeyType: "PLAIN",
  defaultStringType: "PLAIN",
  singleQuote: true,
} as const;

export const sveltiaFiles: CmsFiles = {
  name: "Sveltia",
  read(text, isMarkdown) {
    const trimmed = text.trim().replace(/\r\n?/g, "\n");
    if (!isMarkdown) return parse(trimmed);
    const { head, body } = /^---\n(?:(?<head>.*?)\n)?---$(?:\n(?<body>.+))?/ms.exec(trimmed)?.groups ?? {};
    return { ...parse(head ?? ""), body };
  },
  write(values, isMarkdown, fields) {
    const { body, ...sorted } = sortedValues(values, fields);
    if (!isMarkdown)
      return `${stringify({ ...sorted, ...(body !== undefined && { body }) }, null, SVELTIA_YAML).trim()}\n`;
    return `---\n${stringify(sorted, null, SVELTIA_YAML).trim()}\n---\n${body ?? ""}\n`;
  },
};

/** Keys at every depth are in the order of the form's fields, then the others; with `omit_empty_optional_fields`, empty ones are left out. */
function sortedValues(values: Json, fields: readonly CmsField[]): Json {
  const rest = Object.keys(values).filter((key) => !fields.some(({ name }) => name === key));
  const known = fields.flatMap((field): [string, unknown][] => {
    const value = values[field.name];
    if (!Object.hasOwn(values, field.name) || (field.required === false && isEmptyValue(value))) return [];
    return [[field.name, sortedValue(value, field)]];
  });
  return Object.fromEntries([...known, ...rest.map((key): [string, unknown] => [key, values[key]])]);
}

function sortedValue(value: unknown, field: CmsField): unknown {
  if (Array.isArray(value)) return value.map((item) => sortedValue(item, field));
  if (typeof value !== "object" || value === null) return value;
  const { fields = [], types, typeKey = "type" } = field;
  if (!types) return fields.length > 0 ? sortedValues(value as Json, fields) : value;
  const chosen = types.find(({ name }) => name === (value as Json)[typeKey]);
  return sortedValues(value as Json, [{ name: typeKey }, ...(chosen?.fields ?? [])]);
}

const isEmptyValue = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === "" ||
  (typeof value === "object" && Object.keys(value).length === 0);
