// npm run bench: the build against a bare loop that does the least that could be called a build, in one run, in alternation.
// Ratios are what counts: absolute times drift with the machine, and the ratio of processor times less than that of times on the clock.
// What a run made stays until the end, up to 10 GB: ext4 is slow to make files for minutes after it deleted thousands.
//   --quick: the real site and 1,000 pages, fewer rounds, no pictures
//   --pages 1000: that size alone, once, no pictures
//   --pictures: the pictures alone
//   --huge: once with 100,000 pages, the build alone
//   --peers: Hugo and Eleventy beside it, where they are installed or can be; they check nothing
//   --check: fails when a ratio is a fifth worse than in ratios.json, in two runs; --write writes that file
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
import { fileURLToPath } from "node:url";
import { generatedName, generateSite, REAL_PAGES } from "./generate-site.mjs";
import { createMeter, summed } from "./measure.mjs";
import { openPeers } from "./peers/open-peers.mjs";
import { measurePictures } from "./pictures.mjs";
import { prepareLoop } from "./prepare-loop.mjs";
import { worseRatios, writeRatios } from "./ratios.mjs";

const projectDir = fileURLToPath(new URL("../../", import.meta.url));
const has = (flag) => process.argv.includes(flag);
const only = has("--pages") ? Number(process.argv[process.argv.indexOf("--pages") + 1]) : 0;
const quick = has("--quick") || only > 0;
const work = mkdtempSync(join(tmpdir(), "eventsite-bench-"));
/** Finished pictures: made before anything is measured, but for the row that measures them. */
const imageCacheDir = join(projectDir, ".eventsite/images");
const launcher = join(projectDir, "cli/eventsite.mjs");
const loop = join(projectDir, "tests/bench/bare-loop.mjs");
const meter = createMeter({ EVENTSITE_IMAGE_CACHE: imageCacheDir });
const quickSizes = [
  [REAL_PAGES, 5],
  [1000, 3],
];
const allSizes = [
  [REAL_PAGES, 9],
  [1000, 5],
  [10_000, 3],
];
const sizes = only > 0 ? [[only, 1]] : quick ? quickSizes : allSizes;

let left = 0;
/** Out of the way, to be deleted at the end. */
function clear(root) {
  for (const name of ["dist", ".eventsite", "out", "public", "_site"].filter((made) => existsSync(join(root, made))))
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
function measureSize(pages, rounds, { support, peers }) {
  const root = makeSite(pages);
  const peerRuns = peers.map((peer) => ({ ...peer, run: peer.prepare(join(root, "content"), join(root, peer.name)) }));
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
    for (const { name, run } of peerRuns) {
      clear(join(root, name));
      add(name, run(meter));
    }
    clear(root);
    rmSync(join(projectDir, ".eventsite/templates"), { recursive: true, force: true });
    build("cold");
    clear(root);
    build("kept");
    build("unchanged");
    editOnePage(root, pages, round);
    build("edit");
  }
  return Object.fromEntries(Object.entries(runs).map(([name, list]) => [name, summed(list)]));
}

const BUILDS = ["cold", "kept", "unchanged", "edit"];

/** Each build beside the loop: on the clock, and in processor time. */
const ratiosOf = (figures) =>
  Object.fromEntries(
    BUILDS.flatMap((name) => [
      [`${name}/loop`, figures[name].ms / figures.loop.ms],
      [`${name}/loop, processor`, figures[name].cpuMs / figures.loop.cpuMs],
    ]).map(([name, ratio]) => [name, Math.round(ratio * 1000) / 1000]),
  );

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
      ...Object.fromEntries(
        ["hugo", "eleventy"]
          .filter((peer) => figures[peer])
          .map((peer) => [`of ${peer}`, (ms / figures[peer].ms).toFixed(3)]),
      ),
    })),
  );
}

function measureAll(tools) {
  const measured = {};
  for (const [pages, rounds] of sizes) {
    const figures = measureSize(pages, rounds, tools);
    printSize(pages, figures);
    measured[pages] = ratiosOf(figures);
  }
  return measured;
}

/** Whether time and memory grow no faster than the pages. */
function measureHuge() {
  const rows = [1000, 10_000, 100_000].map((pages) => {
    const root = makeSite(pages);
    const { ms, cpuMs, mib } = meter.node([launcher, "build", "--quiet"], { cwd: root });
    clear(root);
    const perPage = (value) => Math.round((value * 1000) / pages);
    return {
      pages,
      s: Math.round(ms / 100) / 10,
      "us a page": perPage(ms),
      "processor us a page": perPage(cpuMs),
      MiB: Math.round(mib),
      "KiB a page": Math.round((mib * 1024) / pages),
    };
  });
  console.table(rows);
}

function reportWorse(worse) {
  for (const { name, ratio, limit } of worse) console.error(`worse: ${name}: ${ratio}, written down ${limit}`);
  return worse.length > 0;
}

try {
  const support = await prepareLoop(projectDir, work, imageCacheDir);
  meter.node([launcher, "build", "--quiet", "--out", join(work, "warm")], { cwd: projectDir });
  if (has("--huge")) measureHuge();
  else {
    if (!has("--pictures")) {
      console.log("loop: yaml + react-dom/server + writing, templates compiled beforehand.");
      console.log("cold: nothing built, templates compiled again. kept: nothing built, compiled templates kept.");
      console.log("unchanged: the same command once more. edit: after one text of one page was changed.");
      const tools = { support, peers: has("--peers") ? openPeers(work) : [] };
      const measured = measureAll(tools);
      if (has("--write")) writeRatios(measured);
      // A busy moment is no regression: what is worse must be so twice.
      if (has("--check") && reportWorse(worseRatios(measured)) && reportWorse(worseRatios(measureAll(tools))))
        process.exitCode = 1;
    }
    if (!quick) {
      console.log(
        "pictures: the real site with none of them made, and with all, against sharp in a loop over the same files.",
      );
      console.table([measurePictures({ projectDir, work, meter, support, launcher, loop })]);
    }
  }
} finally {
  meter.close();
  rmSync(work, { recursive: true, force: true });
}
