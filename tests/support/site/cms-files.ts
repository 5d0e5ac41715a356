// Files as hosted CMSs read and write them. Decap's part is its own source, taken from the source map of its package. Sveltia's
// package is one script for browsers, so its order of keys and its call of `yaml` are repeated here, with the same options.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { build } from "esbuild";
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

export async function decapFiles(): Promise<CmsFiles> {
  const { sources, sourcesContent } = JSON.parse(
    readFileSync(join(projectDir, "node_modules/decap-cms/dist/decap-cms.js.map"), "utf8"),
  ) as { sources: string[]; sourcesContent: string[] };
  const texts = new Map(sources.map((path, index) => [path.replace("webpack://DecapCms/", ""), sourcesContent[index]]));
  const packageEntry = (name: string) =>
    [...texts.keys()].find((path) => new RegExp(`node_modules/${name}/(?:browser/)?index\\.js$`).test(path));
  const resolve = (from: string, path: string): string | undefined => {
    if (!path.startsWith(".")) return packageEntry(path);
    const whole = join(dirname(from), path);
    return [whole, `${whole}.js`, `${whole}/index.js`].find((each) => texts.has(each));
  };
  const { outputFiles } = await build({
    stdin: {
      contents: `export { default as yaml } from "./yaml"; export { frontmatterYAML } from "./frontmatter";`,
      sourcefile: "formats.js",
      resolveDir: projectDir,
    },
    bundle: true,
    write: false,
    platform: "node",
    format: "cjs",
    logLevel: "silent",
    plugins: [
      {
        name: "from-source-map",
        setup(bundler) {
          bundler.onResolve({ filter: /.*/ }, ({ path, importer, kind }) => {
            if (kind === "entry-point") return undefined;
            // Other formats than YAML are not used.
            if (/\/toml$/.test(path)) return { path, namespace: "unused" };
            const found = resolve(importer.includes("/") && texts.has(importer) ? importer : `${FORMATS}/_`, path);
            return found === undefined ? { path, external: true } : { path: found, namespace: "decap" };
          });
          bundler.onLoad({ filter: /.*/, namespace: "unused" }, () => ({ contents: "export default {};" }));
          bundler.onLoad({ filter: /.*/, namespace: "decap" }, ({ path }) => ({ contents: texts.get(path) ?? "" }));
        },
      },
    ],
  });
  const loaded = { exports: {} as { yaml: DecapFormatter; frontmatterYAML: () => DecapFormatter } };
  new Function("module", "exports", "require", outputFiles[0]?.text ?? "")(
    loaded,
    loaded.exports,
    createRequire(import.meta.url),
  );
  const { yaml, frontmatterYAML } = loaded.exports;
  const formatter = (isMarkdown: boolean) => (isMarkdown ? frontmatterYAML() : yaml);
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
