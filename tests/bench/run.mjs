// npm run bench: the build against a bare loop that does the least that could be called a build, in one run, in alternation.
// Ratios are what counts: absolute times drift with the machine, and the ratio of processor times less than that of times on the clock.
// What a run made stays until the end, up to 7 GB: ext4 is slow to make files for minutes after it deleted thousands.
//   --quick: the real site and 1,000 pages, fewer rounds, no pictures
//   --pictures: the pictures alone
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { generateSite } from "./generate-site.mjs";

const projectDir = fileURLToPath(new URL("../../", import.meta.url));
const quick = process.argv.includes("--quick");
const work = mkdtempSync(join(tmpdir(), "eventsite-bench-"));
/** Finished pictures: made before anything is measured, but for the row that measures them. */
const imageCacheDir = join(projectDir, ".eventsite/images");
const launcher = join(projectDir, "cli/eventsite.mjs");
const loop = join(projectDir, "tests/bench/bare-loop.mjs");
const sizes = quick
  ? [
      [0, 5],
      [1000, 3],
    ]
  : [
      [0, 9],
      [1000, 5],
      [10_000, 3],
    ];

const peakFile = join(work, "peak");
const peakHook = join(work, "peak.mjs");
writeFileSync(
  peakHook,
  `import { writeFileSync } from "node:fs"; process.on("exit", () => writeFileSync(${JSON.stringify(peakFile)}, JSON.stringify(process.resourceUsage())));`,
);

/** Milliseconds on the clock and of both cores, and peak MiB, of one process. */
function run(args, cwd, cacheDir = imageCacheDir) {
  const start = process.hrtime.bigint();
  const { status, stderr } = spawnSync(process.execPath, ["--import", pathToFileURL(peakHook).href, ...args], {
    cwd,
    env: { ...process.env, NODE_ENV: "production", EVENTSITE_IMAGE_CACHE: cacheDir },
    encoding: "utf8",
  });
  const ms = Number(process.hrtime.bigint() - start) / 1e6;
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}:\n${stderr}`);
  const { maxRSS, userCPUTime, systemCPUTime } = JSON.parse(readFileSync(peakFile, "utf8"));
  return { ms, cpuMs: (userCPUTime + systemCPUTime) / 1000, mib: maxRSS / 1024 };
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

async function prepareLoop() {
  const file = join(work, "loop-support.cjs");
  const common = {
    absWorkingDir: projectDir,
    bundle: true,
    platform: "node",
    target: "node20.19",
    external: ["esbuild", "@react-pdf/renderer", "fontkit", "subset-font"],
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
  const data = await prepare(projectDir);
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
        export { openImageCache } from "./cli/assets/images/image-cache.ts";
        export { ENCODERS } from "./cli/assets/images/encoder.ts";
        const data = ${JSON.stringify(data)};
        export const { programFile, css, fontUrls, imageFacts, proseSlot } = data;
        export const imageCacheDir = ${JSON.stringify(imageCacheDir)};
        // A generated service is a copy of a real one: the shapes take turns.
        const shapes = Object.keys(data.fills).filter((key) => key.startsWith("services/")).sort();
        export const defaults = (collection, slug) => {
          const number = /^service-(\\d{5})$/.exec(slug)?.[1];
          const fills = data.fills[number ? shapes[(Number(number) - 1) % shapes.length] : collection + "/" + slug] ?? [];
          const more = number ? [...fills, [["footerLabels"], []]] : fills;
          return more.map(([path, value]) => (target) => {
            let place = target;
            for (const step of path.slice(0, -1)) place = place[step];
            place[path.at(-1)] ??= value;
          });
        };`,
      resolveDir: projectDir,
      loader: "ts",
    },
    format: "cjs",
    outfile: file,
  });
  return file;
}

const support = await prepareLoop();
run([launcher, "build", "--quiet", "--out", join(work, "warm")], projectDir);

/** The real site with none of its pictures made, and with all of them, against a loop that makes the same files. */
function measurePictures() {
  const list = join(work, "pictures.json");
  const out = join(work, "pictures-out");
  const cache = join(work, "pictures-cache");
  mkdirSync(out);
  run([loop, projectDir, out, support, list], projectDir);
  const bare = run([join(projectDir, "tests/bench/picture-loop.mjs"), list, support, join(work, "bare")], projectDir);
  const site = [launcher, "build", "--quiet", "--out", join(work, "pictures-site")];
  const cold = run(site, projectDir, cache);
  rmSync(join(work, "pictures-site"), { recursive: true });
  const cached = run(site, projectDir, cache);
  return {
    files: JSON.parse(readFileSync(list, "utf8")).length,
    "loop s": Math.round(bare.ms / 100) / 10,
    "build s": Math.round(cold.ms / 100) / 10,
    "cold/loop": (cold.ms / bare.ms).toFixed(3),
    "cached/loop": (cached.ms / bare.ms).toFixed(4),
    "loop MiB": Math.round(bare.mib),
    "build MiB": Math.round(cold.mib),
  };
}
const pictures = quick ? undefined : measurePictures();
if (process.argv.includes("--pictures")) {
  rmSync(work, { recursive: true, force: true });
  console.table([pictures]);
  process.exit();
}
const rows = [];
let left = 0;
try {
  for (const [pages, rounds] of sizes) {
    const root = join(work, `site-${pages}`);
    generateSite(projectDir, root, pages);
    const past = new Date(Date.now() - 60_000);
    utimesSync(join(root, "content/site.yaml"), past, past);
    const figures = { loop: [], cold: [], kept: [], warm: [] };
    for (let round = 0; round < rounds; round++) {
      const clear = () => {
        for (const name of ["dist", ".eventsite", "out"].filter((made) => existsSync(join(root, made))))
          renameSync(join(root, name), join(work, `left-${left++}`));
      };
      clear();
      mkdirSync(join(root, "out"));
      figures.loop.push(run([loop, root, join(root, "out"), support], root));
      clear();
      rmSync(join(projectDir, ".eventsite/templates"), { recursive: true, force: true });
      figures.cold.push(run([launcher, "build", "--quiet"], root));
      clear();
      figures.kept.push(run([launcher, "build", "--quiet"], root));
      figures.warm.push(run([launcher, "build", "--quiet"], root));
    }
    const medians = (figure) =>
      Object.fromEntries(Object.entries(figures).map(([name, runs]) => [name, median(runs.map((one) => one[figure]))]));
    const ms = medians("ms");
    const cpuMs = medians("cpuMs");
    const mib = Object.fromEntries(
      Object.entries(figures).map(([name, runs]) => [name, Math.max(...runs.map((one) => one.mib))]),
    );
    const count = 26 + pages;
    const ratio = (name) => (ms[name] / ms.loop).toFixed(3);
    rows.push({
      pages: count,
      "loop ms": Math.round(ms.loop),
      "cold ms": Math.round(ms.cold),
      "cold/loop": ratio("cold"),
      "kept/loop": ratio("kept"),
      "of processor": (cpuMs.kept / cpuMs.loop).toFixed(3),
      "nothing changed ms": Math.round(ms.warm),
      "unchanged/loop": ratio("warm"),
      "cold us/page": Math.round((ms.cold * 1000) / count),
      "loop MiB": Math.round(mib.loop),
      "cold MiB": Math.round(mib.cold),
    });
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
console.log(
  "loop: yaml + react-dom/server + writing, templates compiled beforehand. cold: no output, templates compiled anew.",
);
console.log(
  "kept: no output, compiled templates kept; of processor: the same in time of all cores. nothing changed: the same command once more.",
);
console.table(rows);
if (pictures) {
  console.log(
    "pictures: the real site with none of them made, and with all, against sharp in a loop over the same files.",
  );
  console.table([pictures]);
}
