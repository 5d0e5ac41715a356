// How templates are compiled, and which engine the name `react` leads to.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { BuildOptions } from "esbuild";
import type { Config } from "../config/resolve-config.ts";
import { resolveParts, resolveShared, templatePart } from "./resolve-parts.ts";

const preactAliases = {
  react: "preact/compat",
  "react-dom": "preact/compat",
  "react-dom/client": "preact/compat/client",
  "react/jsx-runtime": "preact/jsx-runtime",
} as const;

/** Glide is published as old JavaScript with helpers; its sources, in the same package, are a fifth smaller (5.7 against 7.1 kB). */
function sourceAliases(programDir: string): Record<string, string> {
  const source = join(programDir, "node_modules/@glidejs/glide/entry/entry-modular.js");
  return existsSync(source) ? { "@glidejs/glide/dist/glide.modular.esm.js": source } : {};
}

/** The browsers that style sheets and scripts are written for. */
const BROWSERS = ["chrome111", "firefox113", "safari16.4"];

const quote = (path: string) => JSON.stringify(path.replaceAll("\\", "/"));

/** The streaming renderer of react-dom/server, which nothing here uses, takes 30 ms to load: the string renderer alone is behind the name. */
function reactAliases(programDir: string): Record<string, string> {
  const manifest = createRequire(join(programDir, "package.json")).resolve("react-dom/package.json");
  return { "react-dom/server": join(dirname(manifest), "cjs/react-dom-server-legacy.node.production.js") };
}

/** Templates → one CommonJS file for Node that holds the template set, the HTML engine and all libraries. */
export function templateProgramOptions(config: Pick<Config, "programDir" | "templatesDir" | "renderer">): BuildOptions {
  const { programDir, templatesDir, renderer } = config;
  const aliases = renderer === "preact" ? preactAliases : reactAliases(programDir);
  return {
    stdin: {
      contents: [
        `export { templates } from ${quote(join(templatesDir, "index.ts"))};`,
        'export { buildSettingsSchema, checkValue, compileFieldVisitor, jsonSchemaOf } from "eventsite/kit";',
        `import { createToHtml } from ${quote(join(programDir, `cli/bundle/engines/${renderer}.ts`))};`,
        'import { IslandMarkup } from "eventsite/kit";',
        "export const toHtml = createToHtml(IslandMarkup);",
      ].join("\n"),
      resolveDir: programDir,
      sourcefile: "templates.ts",
      loader: "ts",
    },
    absWorkingDir: config.templatesDir,
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
    // Template names stay readable in error messages.
    keepNames: false,
    // Components that draw read the design tokens as text.
    loader: { ".css": "text" },
    define: { "process.env.NODE_ENV": '"production"' },
    nodePaths: [join(programDir, "node_modules")],
    plugins: [resolveParts(config), resolveShared(programDir, aliases)],
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
    `import { startIslands } from ${quote(templatePart(config, "client/start-islands.ts"))};`,
    `startIslands({${sources.join("")}});`,
  ];
  const hydrate = quote(templatePart(config, "client/hydrate.tsx"));
  const mountOf = ({ path, isComponent }: IslandFile) =>
    [
      `import island from ${quote(path)};`,
      ...(isComponent ? [`import { hydrate } from ${hydrate};`] : []),
      "export const url = import.meta.url;",
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
      resolveShared(programDir, client === "preact" ? preactAliases : {}),
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
