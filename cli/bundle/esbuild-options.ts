// The compiler's options for templates, style sheets and scripts.

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { BuildOptions, BuildResult } from "esbuild";
import type { Config } from "../config/resolve-config.ts";
import { quote, quoteFile, resolveParts, resolveShared, templatePart } from "./resolve-imports.ts";
import type { SharedLibraries } from "./shared-libraries.ts";

/** Glide is published as old JavaScript with helpers. Its sources, in the same package, are a fifth smaller (5.7 against 7.1 kB). */
function sourceAliases(programDir: string): Record<string, string> {
  const source = join(programDir, "node_modules/@glidejs/glide/entry/entry-modular.js");
  return existsSync(source) ? { "@glidejs/glide/dist/glide.modular.esm.js": source } : {};
}

/** The browsers that style sheets and scripts are written for. */
const BROWSERS = ["chrome111", "firefox113", "safari16.4"];

/** Templates → one CommonJS file for Node that holds the template set and the HTML engine. */
export function templateProgramOptions(
  config: Pick<Config, "programDir" | "templatesDir" | "renderer">,
  libraries: SharedLibraries,
): BuildOptions {
  const { programDir, templatesDir, renderer } = config;
  return {
    stdin: {
      contents: [
        `import * as site from ${quoteFile(join(templatesDir, "index.ts"))};`,
        'import { checkedSet } from "eventsite/kit/for-build";',
        "export const templates = checkedSet(site.templates);",
        'export { checkValue, compileFieldVisitor, jsonSchemaOf } from "eventsite/kit/for-build";',
        'export { buildSettingsSchema } from "eventsite/kit";',
        `import { createToHtml } from ${quoteFile(join(programDir, `cli/bundle/engines/${renderer}.ts`))};`,
        'import { IslandMarkup } from "eventsite/kit";',
        "export const toHtml = createToHtml(IslandMarkup);",
      ].join("\n"),
      resolveDir: programDir,
      sourcefile: "templates.ts",
      loader: "ts",
    },
    absWorkingDir: templatesDir,
    // Nothing is written here: the result is returned. The source map leads from an error in a template to its source.
    outfile: join(templatesDir, "templates.cjs"),
    sourcemap: "external",
    sourcesContent: false,
    bundle: true,
    platform: "node",
    target: "node20.19",
    format: "cjs",
    jsx: "automatic",
    minifySyntax: true,
    minifyWhitespace: true,
    // Components that draw pictures read the design tokens as text.
    loader: { ".css": "text" },
    define: { "process.env.NODE_ENV": '"production"' },
    nodePaths: [join(programDir, "node_modules")],
    plugins: [resolveParts(config), resolveShared(programDir, renderer, libraries)],
    write: false,
    logLevel: "silent",
  };
}

/** Style sheets → a minified text for each, with its @imports included. */
export function styleSheetOptions(templatesDir: string, entryPoints: Record<string, string>): BuildOptions {
  return {
    entryPoints,
    absWorkingDir: templatesDir,
    outdir: templatesDir,
    bundle: true,
    minify: true,
    target: BROWSERS,
    write: false,
    logLevel: "silent",
  };
}

/** An `island.tsx` (a component) or `island.ts` (a behaviour), and the folder that names it. */
export interface IslandFile {
  readonly name: string;
  readonly path: string;
  readonly isComponent: boolean;
}

const ISLAND = "island:";

/** Leaves out lit-html's renderer for browsers without shadow DOM, which run no modules either: 1 kB gzipped. */
const litAliases = { "lit-html/lib/shady-render.js": "lit-html/lib/render.js" };

/** Islands → ES modules: a loader, a file for each island, and files that several of them share. */
export function clientOptions(
  config: Pick<Config, "programDir" | "templatesDir" | "client">,
  islands: readonly IslandFile[],
): BuildOptions {
  const { programDir, templatesDir, client } = config;
  const sources = islands.map(({ name }) => `${quote(name)}: () => import(${quote(ISLAND + name)}),`);
  const loader = [
    `import { startIslands } from ${quoteFile(templatePart(config, "client/start-islands.ts"))};`,
    `startIslands({${sources.join("")}});`,
  ];
  const hydrate = quoteFile(templatePart(config, "client/hydrate.tsx"));
  const mountOf = ({ path, isComponent }: IslandFile) =>
    [
      `import island from ${quoteFile(path)};`,
      ...(isComponent ? [`import { hydrate } from ${hydrate};`] : []),
      isComponent
        ? "export const mount = (root, props, fail) => hydrate(root, island.component, props, fail);"
        : "export const mount = (root, props) => island.enhance(root, props);",
    ].join("\n");
  return {
    entryPoints: { loader: "loader:" },
    absWorkingDir: templatesDir,
    outdir: "/",
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: BROWSERS,
    jsx: "automatic",
    legalComments: "none",
    define: { "process.env.NODE_ENV": '"production"', "window.ShadyCSS": "undefined" },
    alias: { ...litAliases, ...sourceAliases(programDir) },
    nodePaths: [join(programDir, "node_modules")],
    metafile: true,
    write: false,
    logLevel: "silent",
    plugins: [
      resolveParts(config),
      resolveShared(programDir, client),
      {
        name: "islands",
        setup(build) {
          build.onResolve({ filter: /^(?:loader|island):/ }, ({ path }) => ({ path, namespace: "islands" }));
          build.onLoad({ filter: /.*/, namespace: "islands" }, ({ path }) => {
            const island = islands.find(({ name }) => path === ISLAND + name);
            const contents = island ? mountOf(island) : loader.join("\n");
            return { contents, resolveDir: templatesDir, loader: "js" };
          });
        },
      },
    ],
  };
}

export type RunEsbuild = (options: BuildOptions) => Promise<BuildResult>;
