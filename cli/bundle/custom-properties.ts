// Finds custom properties that style sheets use and nothing defines: `var(--gone)` compiles, and browsers drop the declaration.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Config, shownPath } from "../config/resolve-config.ts";
import { codeFrame } from "../diagnostics/code-frame.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";

/** Comments and quoted texts, which hold neither rules nor uses. */
const COMMENT_OR_TEXT = /\/\*.*?(?:\*\/|$)|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/gs;
const blank = (part: string) => part.replace(/[^\n]/g, " ");

/** A use with a fallback need not be defined. */
const USE = /(?<=var\(\s*)--[\w-]+(?=\s*\))/g;
const DEFINITION = /(?<![\w(-])--[\w-]+(?=\s*:)|(?<=@property\s+)--[\w-]+/g;
/** A script sets properties by their name, or by the beginning of it, which ends in a dash: `--tile-${index}`. */
const IN_SCRIPT = /(?<=["'`])--\w[\w-]*/g;

interface Definitions {
  /** Names that the build defines. */
  readonly names: readonly string[];
  /** Compiled style sheets, with all that they import. */
  readonly styles: readonly string[];
  /** Compiled scripts. */
  readonly scripts: readonly string[];
}

/** `sheets` are style sheets below the templates' folder. */
export function undefinedProperties(
  sheets: readonly string[],
  { names, styles, scripts }: Definitions,
  { root, templatesDir }: Pick<Config, "root" | "templatesDir">,
): Diagnostic[] {
  const defined = new Set([
    ...names,
    ...styles.flatMap((text) => matchesOf(text.replace(COMMENT_OR_TEXT, blank), DEFINITION)),
  ]);
  const inScripts = scripts.flatMap((text) => matchesOf(text, IN_SCRIPT));
  const isSet = (name: string) =>
    inScripts.some((text) => text === name || (text.endsWith("-") && name.startsWith(text)));
  const isDefined = (name: string) => defined.has(name) || isSet(name);
  return [...new Set(sheets)].sort().flatMap((sheet) => {
    const path = join(templatesDir, sheet);
    const text = readFileSync(path, "utf8");
    const uses = [...text.replace(COMMENT_OR_TEXT, blank).matchAll(USE)].filter(([name]) => !isDefined(name));
    return uses.map(({ 0: name, index }): Diagnostic => {
      const before = text.slice(0, index).split("\n");
      const line = before.length;
      const column = (before.at(-1)?.length ?? 0) + 1;
      return {
        code: "BUNDLE_FAILED",
        severity: "error",
        message: `No style sheet defines "${name}".`,
        file: shownPath(root, path),
        line,
        column,
        hint: "define it with the design tokens, or correct its name",
        frame: codeFrame(text, line, column, name.length),
      };
    });
  });
}

const matchesOf = (text: string, pattern: RegExp): string[] => Array.from(text.matchAll(pattern), ([match]) => match);
