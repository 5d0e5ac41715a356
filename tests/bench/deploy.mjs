// npm run bench: a deploy to a bucket against a bare loop over Amazon's client, which uploads, lists and compares, and promises nothing else:
// no order, no lease, no way back. Both ask the same bucket in memory, a process of its own, in alternation.
//   --quick: 26 pages, fewer rounds      --pages 1000: that size alone, once
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { projectDir } from "../torture/trial.mjs";
import { REAL_PAGES } from "./generate-site.mjs";
import { median } from "./measure.mjs";

const has = (flag) => process.argv.includes(flag);
const only = has("--pages") ? Number(process.argv[process.argv.indexOf("--pages") + 1]) : 0;
const sizes =
  only > 0
    ? [[only, 1]]
    : has("--quick")
      ? [[REAL_PAGES, 3]]
      : [
          [REAL_PAGES, 9],
          [10_000, 3],
        ];
const work = mkdtempSync(join(tmpdir(), "eventsite-deploy-bench-"));

/** Beside the packages, which stay outside of it. */
async function compile(name) {
  const outfile = join(projectDir, `.eventsite/bench/${name}-${process.pid}.mjs`);
  const entryPoints = [join(projectDir, `tests/bench/${name}.ts`)];
  await build({ entryPoints, outfile, bundle: true, platform: "node", format: "esm", packages: "external" });
  return outfile;
}

function startBucket(file) {
  const child = spawn(process.execPath, [file], { stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((ready) =>
    child.stdout.setEncoding("utf8").once("data", (url) => ready({ url: url.trim(), child })),
  );
}

const compiled = await Promise.all(["deploy-loop", "deploy-bucket"].map(compile));
const { url, child } = await startBucket(compiled[1]);
try {
  const { measure } = await import(pathToFileURL(compiled[0]).href);
  for (const [pages, rounds] of sizes) {
    const rows = {};
    for (let round = 0; round < rounds; round++)
      for (const [what, figures] of Object.entries(await measure({ url, pages, round, work })))
        rows[what] = [...(rows[what] ?? []), figures];
    console.log(`${pages} pages, each with a picture of its own, to a bucket`);
    console.table(
      Object.entries(rows).map(([what, list]) => {
        const ms = median(list.map((each) => each.ms));
        const loop = median(list.map((each) => each.loopMs));
        const { requests, loopRequests } = list[0];
        return {
          what,
          ms: Math.round(ms),
          "loop ms": Math.round(loop),
          "of loop": (ms / loop).toFixed(2),
          requests,
          "loop's": loopRequests,
        };
      }),
    );
  }
} finally {
  child.kill();
  rmSync(work, { recursive: true, force: true });
  for (const file of compiled) rmSync(file, { force: true });
}
