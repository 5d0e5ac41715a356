// The sources of a template set → what compiles and yet fails in the browser, or takes words from those who write: by file and line.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Config, shownPath } from "../config/resolve-config.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { codeFrame } from "../diagnostics/report.ts";

interface Rule {
  readonly pattern: RegExp;
  readonly message: (found: string) => string;
  readonly hint: string;
}

const inComponents: readonly Rule[] = [
  {
    pattern: /(?<=\s)style=(?=[{"'])/g,
    message: () => "The policy of the pages forbids inline styles.",
    hint: "give the element a class, and the class a rule in a style sheet",
  },
  {
    pattern: /<script\b/g,
    message: () => "The policy of the pages forbids inline scripts.",
    hint: "write an island, or a file of pageScripts",
  },
  {
    pattern: /(?<=\s(?:href|src|action)=\{?["'`])(?:\/|https?:|[\w-]+\.\w)[^"'`]*/g,
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
