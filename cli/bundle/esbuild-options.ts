// How templates are compiled, and which engine the name `react` leads to.

import { existsSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { BuildOptions, BuildResult, Plugin } from "esbuild";
import type { Config, Engine } from "../config/resolve-config.ts";
import type { SharedLibraries } from "./shared-libraries.ts";

/** What is behind the names of React where Preact is the engine. */
const preactAliases: Readonly<Record<string, string>> = {
  react: "preact/compat",
  "react-dom": "preact/compat",
  "react-dom/client": "preact/compat/client",
  "react/jsx-runtime": "preact/jsx-runtime",
};

/** Glide is published as old JavaScript with helpers; its sources, in the same package, are a fifth smaller (5.7 against 7.1 kB). */
function sourceAliases(programDir: string): Record<string, string> {
  const source = join(programDir, "node_modules/@glidejs/glide/entry/entry-modular.js");
  return existsSync(source) ? { "@glidejs/glide/dist/glide.modular.esm.js": source } : {};
}

/** The browsers that style sheets and scripts are written for. */
const BROWSERS = ["chrome111", "firefox113", "safari16.4"];

/** An import of one file. Its path is never read as a request of the compiler, to which "*" and "\\" in it mean something. */
const FILE = "file-at:";

const quote = (text: string) => JSON.stringify(text);
const quoteFile = (path: string) => quote(FILE + path);

/** Templates → one CommonJS file for Node that holds the template set and the HTML engine. */
export function templateProgramOptions(
  config: Pick<Config, "programDir" | "templatesDir" | "renderer">,
  libraries: SharedLibraries,
): BuildOptions {
  const { programDir, templatesDir, renderer } = config;
  return {
    stdin: {
      contents: [
        `import * as own from ${quoteFile(join(templatesDir, "index.ts"))};`,
        'import { checkedSet } from "eventsite/kit/for-build";',
        "export const templates = checkedSet(own.templates);",
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
    // Names only: the result is returned. The source map leads from an error in a template to its source.
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
    // Components that draw read the design tokens as text.
    loader: { ".css": "text" },
    define: { "process.env.NODE_ENV": '"production"' },
    nodePaths: [join(programDir, "node_modules")],
    plugins: [resolveParts(config), resolveShared(programDir, renderer, libraries)],
    write: false,
    logLevel: "silent",
  };
}

/** Style sheets → minified text each, with their @imports included. */
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

/** lit-html's other renderer, with ShadyCSS, is for browsers without shadow DOM, which run no modules either: 1 kB gzipped. */
const litAliases = { "lit-html/lib/shady-render.js": "lit-html/lib/render.js" };

/** Islands → ES modules: a loader, a file for each island, and what several of them share. */
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

type Folders = Pick<Config, "programDir" | "templatesDir">;

/**
 * `eventsite/kit` is one module for all templates; the contract is found from any folder. What is in the kit only declares:
 * scripts carry the part of it that they use. `eventsite/kit/island` leads to no library: a script that is split off would load those that
 * others use of the kit.
 */
const resolveParts = (folders: Folders): Plugin => ({
  name: "parts",
  setup(build) {
    const index = templatePart(folders, "kit/index.ts");
    const kitDir = dirname(index);
    build.onResolve({ filter: /^file-at:/ }, ({ path }) => ({ path: path.slice(FILE.length) }));
    build.onResolve({ filter: /^eventsite\/kit$/ }, () => ({ path: index, sideEffects: false }));
    build.onResolve({ filter: /^eventsite\/kit\/for-build$/ }, () => ({ path: join(kitDir, "for-build/index.ts") }));
    build.onResolve({ filter: /^eventsite\/kit\/island$/ }, () => ({
      path: join(kitDir, "define-island.ts"),
      sideEffects: false,
    }));
    build.onResolve({ filter: anyOf(kitDir) }, ({ path, resolveDir }) =>
      resolveDir === kitDir ? { path: join(kitDir, path), sideEffects: false } : undefined,
    );
    build.onResolve({ filter: /(?:^|\/)relay\/contract\.ts$/ }, () => ({ path: contractFile(folders) }));
  },
});

/** The modules of a folder, by their names alone: the compiler waits for the answer to each question that a filter lets through. */
const anyOf = (dir: string): RegExp => {
  const names = readdirSync(dir).flatMap((name) => /^([\w-]+)\.ts$/.exec(name)?.[1] ?? []);
  return new RegExp(`^\\./(?:${names.join("|")})\\.ts$`);
};

/** Two copies of these do not know each other's hooks, contexts or fields. */
const SHARED = /^(?:react|react-dom|preact|preact-render-to-string|zod)(?:\/|$)/;

const ASKED_BEFORE = Symbol();
const LIBRARY = "library";

/**
 * The program's own copy of each shared library, even where the templates' folder or one above it has another. With `libraries`, those in
 * that file are loaded from it.
 */
const resolveShared = (programDir: string, engine: Engine, libraries?: SharedLibraries): Plugin => ({
  name: "shared",
  setup(build) {
    build.onResolve({ filter: SHARED }, ({ path, kind, importer, pluginData }) => {
      if (pluginData === ASKED_BEFORE) return undefined;
      const name = engine === "preact" ? (preactAliases[path] ?? path) : path;
      if (libraries?.exportsOf(name)) return { path: name, namespace: LIBRARY };
      return build.resolve(name, { importer, kind, resolveDir: programDir, pluginData: ASKED_BEFORE });
    });
    if (!libraries) return;
    build.onResolve({ filter: /.*/, namespace: LIBRARY }, ({ path }) => ({ path, external: true }));
    build.onLoad({ filter: /.*/, namespace: LIBRARY }, ({ path }) => ({ contents: libraryModule(path, libraries) }));
  },
});

/** Names that are not in the library are found by the compiler, with the line that imports them. */
function libraryModule(library: string, { file, exportsOf }: SharedLibraries): string {
  const names = exportsOf(library)?.filter((name) => name !== "default" && name !== "module.exports") ?? [];
  return [
    `const library = require(${quote(file)})[${quote(library)}];`,
    `export const { ${names.join(", ")} } = library;`,
    "export default library.default;",
  ].join("\n");
}

/** A file of the kit or of the browser code, such as "kit/collect-fields.ts": of these templates, or the program's own. */
const templatePart = ({ programDir, templatesDir }: Folders, path: string): string =>
  join(existsSync(join(templatesDir, "kit")) ? templatesDir : join(programDir, "templates"), path);

/** What a form sends: beside the templates, or the program's own. */
const contractFile = ({ programDir, templatesDir }: Folders): string => {
  const beside = resolve(templatesDir, "../relay/contract.ts");
  return existsSync(beside) ? beside : join(programDir, "relay/contract.ts");
};

export type RunEsbuild = (options: BuildOptions) => Promise<BuildResult>;
