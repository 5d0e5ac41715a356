// templates/ → a TemplateSet in memory, its CSS and its scripts. They are compiled once and cached in a folder named after all inputs.

import { existsSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join, relative } from "node:path";
import type { BuildFailure, Metafile } from "esbuild";
import { type Config, shownPath } from "../config/resolve-config.ts";
import { BuildFailedError, stopOnErrors } from "../diagnostics/diagnostic.ts";
import { treeOf } from "../files/tree-of.ts";
import { writeFile } from "../files/write-file.ts";
import { compileInNewFolder, markUsed } from "../launch/compile-once.mjs";
import { stampOf } from "../launch/stamps.mjs";
import { bundleClient } from "./bundle-client.ts";
import { compileStyles, OWN_SHEET } from "./compile-styles.ts";
import { toDiagnostic } from "./esbuild-failure.ts";
import { type RunEsbuild, templateProgramOptions } from "./esbuild-options.ts";
import { locateInSource } from "./locate-in-source.ts";
import { type SharedLibraries, sharedLibraries } from "./shared-libraries.ts";
import { inputsRecord, outsideInputs, recordTemplateInputs, templateInputs } from "./template-inputs.ts";
import type { LoadedTemplates, TemplateProgram } from "./templates.ts";

const PROGRAM = "templates.cjs";
const PARTS = "parts.json";

/** Rejects with BUNDLE_FAILED for every template or style sheet that cannot be compiled. */
export async function loadTemplates(config: Config): Promise<LoadedTemplates> {
  const libraries = await sharedLibraries(config);
  let dir = compiledDir(config, libraries);
  if (!config.cache || !existsSync(join(dir, PARTS))) dir = await compile(config, libraries);
  markUsed(dir, inputsRecord(config));
  const programFile = join(dir, PROGRAM);
  const program = requireTemplates(programFile);
  const parts = JSON.parse(readFileSync(join(dir, PARTS), "utf8")) as Pick<LoadedTemplates, "css" | "client">;
  const sources = { dir: config.templatesDir, name: shownPath(config.root, config.templatesDir) };
  return { ...program, programFile, sources, ...parts };
}

/** Loads compiled templates. A worker thread, which gets only the file's name, uses it too. */
export const requireTemplates = (programFile: string): TemplateProgram => requireFile(programFile) as TemplateProgram;

/** Loads templates that have just been compiled, and reports an error that they throw meanwhile. */
function loadNew(programFile: string, config: Config): TemplateProgram {
  try {
    return requireTemplates(programFile);
  } catch (error) {
    const text = `The templates fail when they are loaded: ${error instanceof Error ? error.message : error}`;
    const place = locateInSource(error, programFile, { dir: config.templatesDir, name: "." });
    const location = place && { ...place, column: place.column - 1, length: 1, lineText: place.text };
    throw new BuildFailedError([toDiagnostic({ text, location }, config)]);
  }
}

/** Frees the memory of loaded templates. */
export const forgetProgram = (programFile: string): void => void delete requireFile.cache[programFile];

const requireFile = createRequire(import.meta.url);

/** Keeps loaded templates loaded under the new path of their file. */
const moveProgram = (programFile: string, newFile: string): void => {
  requireFile.cache[newFile] = requireFile.cache[programFile];
};

/** Named after everything that the compiled templates depend on. `import.meta.url` changes with the program, whose folder is named after it. */
function compiledDir(config: Config, libraries: SharedLibraries): string {
  const { programDir, templatesDir, cacheDir, renderer, client } = config;
  const inputs: string[] = [];
  // The compiler's sources too: tests run them directly, and not a compiled program that is named after them.
  for (const folder of [templatesDir, join(programDir, "cli/bundle")]) {
    // A link counts as its target: the compiler follows it.
    const files = treeOf(folder).files.filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
    inputs.push(...files.sort());
  }
  for (const outside of [...templateInputs(config), join(programDir, "package-lock.json")]) {
    if (existsSync(outside)) inputs.push(outside);
  }
  const names = inputs.map((path) => relative(templatesDir, path));
  const settings = [process.version, renderer, client, templatesDir, libraries.file, import.meta.url];
  return join(cacheDir, "templates", stampOf(templatesDir, names, ...settings));
}

/** Returns the folder of the compiled templates. */
async function compile(config: Config, libraries: SharedLibraries): Promise<string> {
  const { templatesDir } = config;
  if (!existsSync(join(templatesDir, "index.ts"))) {
    const message = `There is no index.ts in ${shownPath(config.root, templatesDir)}.`;
    const hint = "name the templates folder with --templates";
    throw new BuildFailedError([{ code: "BUNDLE_FAILED", severity: "error", message, hint }]);
  }
  // Imported only to compile: a build with unchanged templates does not need it.
  const { build, stop } = await import("esbuild");
  const metafiles: Metafile[] = [];
  const run: RunEsbuild = async (options) => {
    try {
      const result = await build({ ...options, metafile: true });
      metafiles.push(result.metafile);
      return result;
    } catch (error) {
      if (!Array.isArray((error as BuildFailure).errors)) throw error;
      throw new BuildFailedError((error as BuildFailure).errors.map((message) => toDiagnostic(message, config)));
    }
  };
  const compileInto = async (newDir: string) => {
    const programFile = join(newDir, PROGRAM);
    // If both fail, only the program's failure is reported.
    const bundling = bundleClient(config, run);
    bundling.catch(() => {});
    const compiled = await run(templateProgramOptions(config, libraries));
    for (const { path, contents } of compiled.outputFiles ?? []) writeFile(join(newDir, basename(path)), contents);
    const { templates } = loadNew(programFile, config);
    const [{ checkTemplateSet }, { undefinedProperties }] = await Promise.all([
      import("./check-template-set.ts"),
      import("./custom-properties.ts"),
    ]);
    stopOnErrors(checkTemplateSet(templates, config, libraries.zod()));
    const css = await compileStyles(config, templates.css, run);
    const client = await bundling;
    const sheets = metafiles.flatMap(({ inputs }) => Object.keys(inputs)).filter((file) => OWN_SHEET.test(file));
    const definitions = {
      names: templates.fonts.map(({ variable }) => variable),
      styles: [css.base, ...Object.values(css.byType)],
      scripts: client.files.map(({ text }) => text),
    };
    stopOnErrors(undefinedProperties(sheets, definitions, config));
    writeFile(join(newDir, PARTS), JSON.stringify({ css, client }));
    recordTemplateInputs(config, outsideInputs(config, metafiles));
    const dir = compiledDir(config, libraries);
    moveProgram(programFile, join(dir, PROGRAM));
    return dir;
  };
  try {
    return await compileInNewFolder(join(config.cacheDir, "templates"), (newDir) =>
      compileInto(newDir).finally(() => forgetProgram(join(newDir, PROGRAM))),
    );
  } finally {
    await stop();
  }
}
