// Templates that write their source position into each element of a page: for editing and lookup, never for a site.

import { createRequire } from "node:module";
import type { Plugin } from "esbuild";
import type { Config } from "../config/resolve-config.ts";
import { templateProgramOptions } from "./esbuild-options.ts";
import { sharedLibraries } from "./shared-libraries.ts";
import type { TemplateProgram } from "./templates.ts";

/** "sections/steps/Steps.tsx:12:8", from the folder of the templates; all numbers start at 1. */
export const SOURCE_ATTRIBUTE = "data-eventsite-source";

/** The compiler passes the source position of each element. */
const RUNTIME = `import { Fragment, jsx } from "react/jsx-runtime";
export { Fragment };
export function jsxDEV(type, props, key, isStatic, source) {
  if (typeof type !== "string" || !source) return jsx(type, props, key);
  const place = source.fileName + ":" + source.lineNumber + ":" + source.columnNumber;
  return jsx(type, { ...props, "${SOURCE_ATTRIBUTE}": place }, key);
}`;

const writesSources = (programDir: string): Plugin => ({
  name: "sources",
  setup(build) {
    build.onResolve({ filter: /^react\/jsx-dev-runtime$/ }, ({ path }) => ({ path, namespace: "sources" }));
    build.onLoad({ filter: /.*/, namespace: "sources" }, () => ({ contents: RUNTIME, resolveDir: programDir }));
  },
});

/** Rejects if they cannot be compiled, or fail when they are loaded. */
export async function sourcedTemplates(config: Config): Promise<TemplateProgram> {
  const { build } = await import("esbuild");
  const options = templateProgramOptions(config, await sharedLibraries(config));
  const plugins = [writesSources(config.programDir), ...(options.plugins ?? [])];
  const { outputFiles } = await build({ ...options, jsxDev: true, sourcemap: false, plugins, write: false });
  const program = { exports: {} };
  const load = new Function("module", "exports", "require", outputFiles[0]?.text ?? "");
  load(program, program.exports, createRequire(import.meta.url));
  return program.exports as TemplateProgram;
}
