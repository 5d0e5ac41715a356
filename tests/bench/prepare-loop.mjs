// Compiles what the bare loop renders with, and what it gets for free. Returns the file.
import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { generatePage } from "./generate-site.mjs";

export async function prepareLoop(projectDir, work, imageCacheDir) {
  const file = join(work, "loop-support.cjs");
  const common = {
    absWorkingDir: projectDir,
    bundle: true,
    platform: "node",
    target: "node20.19",
    external: ["esbuild", "fontkit", "subset-font"],
    nodePaths: [join(projectDir, "node_modules")],
    logLevel: "error",
  };
  // Inside the project, so that it finds the program's folder above itself.
  const prepared = join(projectDir, ".eventsite/bench-support.mjs");
  await build({
    ...common,
    entryPoints: ["tests/bench/loop-support.ts"],
    format: "esm",
    outfile: prepared,
    banner: { js: 'import { createRequire as __r } from "node:module"; const require = __r(import.meta.url);' },
  });
  const { prepare } = await import(`${pathToFileURL(prepared).href}?${Date.now()}`);
  const data = await prepare(projectDir, generatePage(0, 2));
  rmSync(prepared);
  // A copy: the cold rounds clear away what the builds compiled.
  const programFile = join(projectDir, ".eventsite/bench-templates.cjs");
  copyFileSync(data.programFile, programFile);
  data.programFile = programFile;
  await build({
    ...common,
    stdin: {
      contents: `
        export { createSiteView } from "./cli/render/site-view.ts";
        export { headHtml } from "./cli/render/head-html.ts";
        export { openFileCache } from "./cli/assets/cache/file-cache.ts";
        export { openStatHashes } from "./cli/assets/cache/stat-hashes.ts";
        const data = ${JSON.stringify(data)};
        export const { programFile, css, fontUrls, imageFacts, proseSlot } = data;
        export const imageCacheDir = ${JSON.stringify(imageCacheDir)};
        // All generated pages have the same fields.
        export const defaults = (collection, slug) =>
          (data.fills[/^service-\\d{6}$/.test(slug) ? "generated" : collection + "/" + slug] ?? []).map(([path, value]) => (target) => {
            let place = target;
            for (const step of path.slice(0, -1)) place = place[step];
            place[path.at(-1)] ??= value;
          });`,
      resolveDir: projectDir,
      loader: "ts",
    },
    format: "cjs",
    outfile: file,
  });
  return file;
}
