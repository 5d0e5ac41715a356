// Makes the folder that the container carries: the relay (relay.mjs and its parts), and beside it the store's native package.
// node relay/launch/bundle.mjs OUT

import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { bundleOptions } from "./bundle-options.mjs";

const relayDir = dirname(dirname(fileURLToPath(import.meta.url)));

/** The folder of a package that `from` imports; null where it is an optional one for another machine. */
function folderOf(name, from) {
  for (const dir of createRequire(join(from, "package.json")).resolve.paths(name) ?? []) {
    if (existsSync(join(dir, name, "package.json"))) return join(dir, name);
  }
  return null;
}

/** The package and all it needs, side by side. Sources, tests and documents of packages stay out where npm left them out. */
function copyPackage(name, from, modulesDir) {
  const folder = folderOf(name, from);
  const target = join(modulesDir, name);
  if (folder === null || existsSync(target)) return;
  cpSync(folder, target, { recursive: true, dereference: true, filter: (path) => !/\.(?:d\.ts|map|md)$/.test(path) });
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  );
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies }))
    copyPackage(needed, folder, modulesDir);
}

const [, , out] = process.argv;
if (!out) {
  console.error("usage: node relay/launch/bundle.mjs OUT");
  process.exit(2);
}
const outDir = resolve(out);
for (const folder of ["node_modules", "parts"]) rmSync(join(outDir, folder), { recursive: true, force: true });
mkdirSync(outDir, { recursive: true });
const { banner } = bundleOptions;
await build({
  ...bundleOptions,
  outdir: outDir,
  banner: { js: `#!/usr/bin/env node\n${banner.js}` },
  legalComments: "none",
});
chmodSync(join(outDir, "relay.mjs"), 0o755);
for (const name of bundleOptions.external) copyPackage(name, relayDir, join(outDir, "node_modules"));
const { version } = JSON.parse(readFileSync(join(relayDir, "package.json"), "utf8"));
writeFileSync(
  join(outDir, "package.json"),
  `${JSON.stringify({ name: "eventsite-relay", version, type: "module" })}\n`,
);
