// The packages of a release, each as npm packs it: `eventsite` with its sources, the relay as the one file that its container runs too.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

function npm(args, cwd) {
  const script = process.env.npm_execpath;
  const [command, ...before] = script ? [process.execPath, script] : ["npm"];
  return execFileSync(command, [...before, ...args], { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}

const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));

/** Runs `fill` on a new folder and packs what it wrote there; gives the path of the package. */
async function packFolder(outDir, fill) {
  const stage = mkdtempSync(join(tmpdir(), "eventsite-pack-"));
  try {
    await fill(stage);
    mkdirSync(outDir, { recursive: true });
    const [{ filename }] = JSON.parse(npm(["pack", "--json", "--pack-destination", outDir], stage));
    return join(outDir, filename);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** What a package says of itself to those who install it; what only developers need stays out. */
function publicManifest({ scripts: _, devDependencies: __, workspaces: ___, files: ____, ...about }) {
  // npm would install what is optional everywhere, with hundreds of packages: `overrides` keep those away in the repository alone.
  const { optionalDependencies, peerDependencies, peerDependenciesMeta, ...rest } = about;
  const optional = Object.fromEntries(Object.keys(optionalDependencies).map((name) => [name, { optional: true }]));
  return {
    ...rest,
    // The root names the relay's command too, so that `npx eventsite-relay` works in the repository.
    bin: { [about.name]: about.bin[about.name] },
    peerDependencies: { ...peerDependencies, ...optionalDependencies },
    peerDependenciesMeta: { ...peerDependenciesMeta, ...optional },
  };
}

const writeManifest = (stage, about) =>
  writeFileSync(join(stage, "package.json"), `${JSON.stringify(about, null, 2)}\n`);

/** `files` of package.json says what belongs to it; npm adds the files of all its commands by itself. */
export function packProgram(projectDir, outDir) {
  return packFolder(outDir, (stage) => {
    const about = readJson(join(projectDir, "package.json"));
    const manifest = publicManifest(about);
    const others = Object.values(about.bin).filter((file) => !Object.values(manifest.bin).includes(file));
    const [{ files }] = JSON.parse(npm(["pack", "--dry-run", "--json"], projectDir));
    for (const { path } of files.filter(({ path }) => !others.includes(path))) {
      mkdirSync(dirname(join(stage, path)), { recursive: true });
      cpSync(join(projectDir, path), join(stage, path));
    }
    writeManifest(stage, manifest);
  });
}

/** Everything but the store's native package is in the one file. */
export function packRelay(projectDir, outDir) {
  return packFolder(outDir, (stage) => {
    execFileSync(process.execPath, [join(projectDir, "relay/launch/bundle.mjs"), stage], { stdio: "inherit" });
    rmSync(join(stage, "node_modules"), { recursive: true });
    for (const name of readdirSync(join(projectDir, "relay")).filter((file) => file.endsWith(".md")))
      cpSync(join(projectDir, "relay", name), join(stage, name));
    const {
      name,
      version,
      private: isPrivate,
      description,
      license,
      type,
      engines,
      dependencies,
    } = readJson(join(projectDir, "relay/package.json"));
    const { libsql } = dependencies;
    const bin = { "eventsite-relay": "relay.mjs" };
    writeManifest(stage, {
      name,
      version,
      private: isPrivate,
      description,
      license,
      type,
      bin,
      engines,
      dependencies: { libsql },
    });
  });
}
