import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { type Config, shownPath } from "../config/resolve-config.ts";
import { BuildFailedError, type Diagnostic, stopOnErrors } from "../diagnostics/diagnostic.ts";
import { toDiagnostic } from "./esbuild-failure.ts";
import { type RunEsbuild, styleSheetOptions } from "./esbuild-options.ts";
import type { CompiledStyles } from "./templates.ts";

/** A style sheet of the templates, not of a library. */
export const OWN_SHEET = /^(?!\.\.|.*[\\/]?node_modules).*\.css$/;

export async function compileStyles(
  config: Config,
  css: { base: readonly string[]; byType: Readonly<Record<string, string>> },
  run: RunEsbuild,
): Promise<CompiledStyles> {
  const files = [...new Set([...css.base, ...Object.values(css.byType)])];
  const missingFiles = files.filter((file) => !existsSync(join(config.templatesDir, file)));
  const problems = missingFiles.map(
    (file): Diagnostic => ({
      code: "BUNDLE_FAILED",
      severity: "error",
      message: `The style sheet ${file} does not exist.`,
      file: shownPath(config.root, join(config.templatesDir, "index.ts")),
      hint: "make the file, or remove it from the list of style sheets",
    }),
  );
  if (problems.length > 0) throw new BuildFailedError(problems);
  const result = await run(
    styleSheetOptions(config.templatesDir, Object.fromEntries(files.map((file) => [file.replace(/\.css$/, ""), file]))),
  );
  // The compiler only warns where a rule or a sheet ends too early.
  const ownWarnings = result.warnings.filter(({ location }) => OWN_SHEET.test(location?.file ?? ""));
  stopOnErrors(ownWarnings.map((message) => toDiagnostic(message, config)));
  const texts = new Map(
    (result.outputFiles ?? []).map((output) => [
      relative(config.templatesDir, output.path).replaceAll("\\", "/"),
      output.text.trim(),
    ]),
  );
  const styleText = (file: string) => texts.get(file) ?? "";
  return {
    base: css.base.map(styleText).join(""),
    byType: Object.fromEntries(Object.entries(css.byType).map(([type, file]) => [type, styleText(file)])),
  };
}
