// Compiled templates → what is wrong with them: fields of the set, whatever the types say, and lines of the sources that compile and yet fail.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { type Config, shownPath } from "../config/resolve-config.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { codeFrame } from "../diagnostics/report.ts";

const text = z.string().min(1);
const func = z.custom((value) => typeof value === "function", "must be a function");
const schema = z.custom(
  (value) => typeof (value as { safeParse?: unknown } | null)?.safeParse === "function",
  "must be a schema of zod",
);
const slot = z.looseObject({
  crops: z.array(z.looseObject({ widths: z.array(z.number().positive()).min(1), sizes: text })).min(1),
});
const axes = z.record(text, z.looseObject({ min: z.number(), max: z.number() }));

const templateSetSchema = z.looseObject({
  settings: schema,
  collections: z.array(
    z.looseObject({
      name: text,
      singular: text,
      format: z.enum(["yaml", "markdown"]),
      schema,
      path: func.optional(),
      summarize: func.optional(),
    }),
  ),
  sections: z.array(z.looseObject({ type: text, schema, Component: func })),
  css: z.looseObject({ base: z.array(text), byType: z.record(text, text) }),
  fonts: z.array(
    z.looseObject({
      family: text,
      variable: z.string().startsWith("--"),
      files: z.array(text).min(1),
      axes,
      characters: z.array(z.tuple([z.number(), z.number()])),
      fallback: z.enum(["serif", "sans-serif"]),
      matchedAt: z.record(text, z.number()),
    }),
  ),
  proseSlot: slot,
  sectionTypes: func,
  renderPage: func,
  derived: z.array(z.looseObject({ name: text, make: func })).optional(),
  card: z.looseObject({ version: z.union([z.number(), text]), ground: text, overlay: func }).optional(),
  pdf: z.looseObject({ fonts: z.array(z.looseObject({})) }).optional(),
  icons: func,
  siteFiles: func,
  pageScripts: func.optional(),
  mailWords: func.optional(),
  wordmark: func.optional(),
});

/** One BUNDLE_FAILED for each field that is missing or of another type than TemplateSet says. */
export function checkTemplateSet(templates: unknown, config: Pick<Config, "root" | "templatesDir">): Diagnostic[] {
  const result = templateSetSchema.safeParse(templates, { reportInput: true });
  return (result.error?.issues ?? []).map(({ path, message, input }) => {
    const field = path.length === 0 ? "templates" : `templates.${path.join(".")}`;
    return {
      code: "BUNDLE_FAILED",
      severity: "error",
      message:
        input === undefined ? `The template set lacks "${field}".` : `"${field}" of the template set: ${message}.`,
      file: shownPath(config.root, join(config.templatesDir, "index.ts")),
      hint: "the type TemplateSet of eventsite/kit describes every field",
    };
  });
}

interface Rule {
  readonly pattern: RegExp;
  readonly message: (found: string) => string;
  readonly hint: string;
}

const inComponents: readonly Rule[] = [
  {
    pattern: /(?<=\s)style=(?=[{"'])|<style\b/g,
    message: () => "The policy of the pages forbids inline styles.",
    hint: "give the element a class, and the class a rule in a style sheet",
  },
  {
    pattern: /<script\b/g,
    message: () => "The policy of the pages forbids inline scripts.",
    hint: "write an island, or a file of pageScripts",
  },
  {
    pattern:
      /(?<=\s(?:href|src|srcSet|poster|action|formAction)=\{?["'`])(?:\/|https?:|(?:mailto|tel|javascript):[^$"'`]|[\w-]+\.\w)[^"'`]*/g,
    message: (found) => `"${found}" is written into a component: who writes the content cannot change it.`,
    hint: "take links and pictures from the content, and show them with site.href and <Picture>",
  },
];

const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g;
const blank = (comment: string) => comment.replace(/[^\n]/g, " ");

/** `files` are below the templates' folder; `defined` are custom properties that the build itself defines. */
export function checkTemplateSources(
  files: readonly string[],
  defined: readonly string[],
  { root, templatesDir }: Pick<Config, "root" | "templatesDir">,
): Diagnostic[] {
  const sources = [...new Set(files)].sort().map((file) => {
    const path = join(templatesDir, file);
    const text = readFileSync(path, "utf8");
    return { path, text, code: text.replace(COMMENT, blank) };
  });
  // Scripts set properties by name: a word with two dashes in front counts as a definition there.
  const known = new Set([
    ...defined,
    ...sources.flatMap(({ code }) => [...code.matchAll(/(?<![\w(-])(--[\w-]+)(?=\s*:|["'`])/g)].map(([name]) => name)),
  ]);
  const unknown: Rule = {
    pattern: /(?<=var\(\s*)--[\w-]+(?=\s*\))/g,
    message: (found) => `No style sheet defines "${found}".`,
    hint: "define it with the design tokens, or correct its name",
  };
  return sources.flatMap(({ path, text, code }) =>
    [...(path.endsWith(".tsx") ? inComponents : []), unknown].flatMap(({ pattern, message, hint }) =>
      [...code.matchAll(pattern)]
        .filter(([found]) => pattern !== unknown.pattern || !known.has(found))
        .map(({ 0: found, index }): Diagnostic => {
          const before = code.slice(0, index).split("\n");
          const [line, column] = [before.length, (before.at(-1)?.length ?? 0) + 1];
          return {
            code: "BUNDLE_FAILED",
            severity: "error",
            message: message(found),
            file: shownPath(root, path),
            line,
            column,
            hint,
            frame: codeFrame(text, line, column, found.length),
          };
        }),
    ),
  );
}
