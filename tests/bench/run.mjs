// npm run bench: the build against a bare loop that does the least that could be called a build, in one run, in alternation.
// Ratios are what counts: absolute times drift with the machine, and the ratio of processor times less than that of times on the clock.
// What a run made stays until the end, up to 10 GB: ext4 is slow to make files for minutes after it deleted thousands.
//   --quick: the real site and 1,000 pages, fewer rounds
//   --pages 1000: that size alone, once
import { spawnSync } from "node:child_process";
import {
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
import { generatedName, generateSite, REAL_PAGES } from "./generate-site.mjs";
import { prepareLoop } from "./prepare-loop.mjs";

const projectDir = fileURLToPath(new URL("../../", import.meta.url));
const has = (flag) => process.argv.includes(flag);
const only = has("--pages") ? Number(process.argv[process.argv.indexOf("--pages") + 1]) : 0;
const quick = has("--quick") || only > 0;
const work = mkdtempSync(join(tmpdir(), "eventsite-bench-"));
/** Finished pictures: made before anything is measured. */
const imageCacheDir = join(projectDir, ".eventsite/images");
const launcher = join(projectDir, "cli/eventsite.cjs");
/** What is compiled for these sites is cached here, not for the person who measures. */
process.env.XDG_CACHE_HOME = join(projectDir, ".eventsite/cache");
const loop = join(projectDir, "tests/bench/bare-loop.mjs");
const meter = createMeter({ EVENTSITE_IMAGE_CACHE: imageCacheDir });
/** Pages, and how often they are built. */
const allSizes = [
  [REAL_PAGES, 9],
  [1000, 5],
  [10_000, 3],
];
const quickSizes = allSizes.slice(0, 2).map(([pages, rounds]) => [pages, Math.ceil(rounds / 2)]);
const sizes = only > 0 ? [[only, 1]] : quick ? quickSizes : allSizes;

let left = 0;
/** Out of the way, to be deleted at the end. */
function clear(root) {
  for (const name of ["dist", ".eventsite", "out"].filter((made) => existsSync(join(root, made))))
    renameSync(join(root, name), join(work, `left-${left++}`));
}

function makeSite(pages) {
  const root = join(work, `site-${pages}-${left++}`);
  generateSite(projectDir, root, pages - REAL_PAGES);
  const past = new Date(Date.now() - 60_000);
  utimesSync(join(root, "content/site.yaml"), past, past);
  return root;
}

/** Another word in a text that one page alone shows. */
function editOnePage(root, pages, round) {
  const name = pages === REAL_PAGES ? "gala-dinners" : generatedName(Math.floor((pages - REAL_PAGES) / 2));
  const file = join(root, `content/services/${name}.yaml`);
  const text = readFileSync(file, "utf8");
  writeFileSync(
    file,
    text.replace(/^( {2}- type: related-services\n {4}heading: ).*$/m, `$1"Edited in round ${round}"`),
  );
}

/** Medians of each way to build, in alternation. */
function measureSize(pages, rounds, support) {
  const root = makeSite(pages);
  // Not measured: it encodes the pictures of this size.
  meter.node([launcher, "build", "--quiet"], { cwd: root });
  const runs = {};
  const add = (name, run) => {
    runs[name] = [...(runs[name] ?? []), run];
  };
  const build = (name) => add(name, meter.node([launcher, "build", "--quiet"], { cwd: root }));
  for (let round = 0; round < rounds; round++) {
    clear(root);
    mkdirSync(join(root, "out"));
    add("loop", meter.node([loop, root, join(root, "out"), support], { cwd: root }));
    clear(root);
    rmSync(join(process.env.XDG_CACHE_HOME, "eventsite/templates"), { recursive: true, force: true });
    build("cold");
    clear(root);
    build("kept");
    build("unchanged");
    editOnePage(root, pages, round);
    build("edit");
  }
  return Object.fromEntries(Object.entries(runs).map(([name, list]) => [name, summed(list)]));
}

function printSize(pages, figures) {
  console.log(`${pages} pages`);
  console.table(
    Object.entries(figures).map(([what, { ms, cpuMs, mib }]) => ({
      what,
      ms: Math.round(ms),
      "processor ms": Math.round(cpuMs),
      MiB: mib > 0 ? Math.round(mib) : "",
      "of loop": (ms / figures.loop.ms).toFixed(3),
      "of its processor time": (cpuMs / figures.loop.cpuMs).toFixed(3),
      "us a page": Math.round((ms * 1000) / pages),
    })),
  );
}

try {
  const support = await prepareLoop(projectDir, work, imageCacheDir);
  meter.node([launcher, "build", "--quiet", "--out", join(work, "warm")], { cwd: projectDir });
  console.log("loop: yaml + react-dom/server + writing, templates compiled beforehand.");
  console.log("cold: nothing built, templates compiled again. kept: nothing built, compiled templates kept.");
  console.log("unchanged: the same command once more. edit: after one text of one page was changed.");
  for (const [pages, rounds] of sizes) printSize(pages, measureSize(pages, rounds, support));
} finally {
  meter.close();
  rmSync(work, { recursive: true, force: true });
}

/** The median times of several runs, and the most memory of any. */
function summed(runs) {
  const middle = (name) => runs.map((run) => run[name]).sort((a, b) => a - b)[Math.floor(runs.length / 2)];
  return { ms: middle("ms"), cpuMs: middle("cpuMs"), mib: Math.max(...runs.map((run) => run.mib ?? 0)) };
}

/** One run of a program: time on the clock and of all cores, and the most memory it held. */
function createMeter(env) {
  const dir = mkdtempSync(join(tmpdir(), "eventsite-meter-"));
  const usage = join(dir, "usage.json");
  const hook = join(dir, "hook.mjs");
  writeFileSync(
    hook,
    `import { writeFileSync } from "node:fs"; process.on("exit", () => writeFileSync(${JSON.stringify(usage)}, JSON.stringify(process.resourceUsage())));`,
  );
  const timed = (command, args, options) => {
    const start = process.hrtime.bigint();
    const { status, stderr, error } = spawnSync(command, args, {
      env: { ...process.env, NODE_ENV: "production", ...env },
      encoding: "utf8",
      ...options,
    });
    const ms = Number(process.hrtime.bigint() - start) / 1e6;
    if (status !== 0) throw error ?? new Error(`${args.join(" ")} ended with ${status}:\n${stderr}`);
    return ms;
  };
  return {
    node(args, options) {
      const ms = timed(process.execPath, ["--import", pathToFileURL(hook).href, ...args], options);
      const { maxRSS, userCPUTime, systemCPUTime } = JSON.parse(readFileSync(usage, "utf8"));
      return { ms, cpuMs: (userCPUTime + systemCPUTime) / 1000, mib: maxRSS / 1024 };
    },
    close: () => rmSync(dir, { recursive: true, force: true }),
  };
}
