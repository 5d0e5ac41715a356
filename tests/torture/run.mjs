// npm run torture [-- NAME...]: the relay and deploys killed, the relay cut off from power, with a disk that fails and one that is full, and
// every law of the tests over many generated cases. Without names all of it; NAME is a file below, such as `kill` or `laws`.
// Trials of the relay that both stores must pass run on each.
//   --rounds N: so many rounds of each trial that has rounds (100); of laws, so many percent of the cases      --jobs N: trials at a time (2)
// Each trial is a process of its own and prints its figures; the last line counts them. What this machine cannot do (root, loop mounts, strace)
// is reported, not hidden.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { compileRelay } from "./relay-process.mjs";
import { STORES } from "./stores.mjs";
import { EXIT, projectDir } from "./trial.mjs";

/** A file each, with `name` and `run({ rounds, program, work, tell })`, which throws where what was promised does not hold. */
const TRIALS = [
  "hostile-input",
  "kill",
  "burst",
  "power-cut",
  "sync-error",
  "slow-disk",
  "full-disk",
  "faulty-line",
  "several-control",
  "several",
  "postfix",
  "deploy-kill",
];
/** With `openStore` in what `run` gets: once on each store. */
const ON_BOTH_STORES = new Set(["hostile-input", "kill", "burst", "full-disk", "faulty-line", "postfix"]);
/** Those that install programs which few machines have: by name alone. */
const ON_DEMAND = ["azure"];
/** Those that use all cores themselves: one after the other, when the rest is done. */
const ALONE = ["laws"];

const { values, positionals } = parseArgs({
  options: { rounds: { type: "string", default: "100" }, jobs: { type: "string", default: "2" } },
  allowPositionals: true,
});
for (const option of ["rounds", "jobs"]) {
  const number = Number(values[option]);
  if (!Number.isInteger(number) || number < 1) stop(`--${option} takes a whole number from 1 on`);
}
const known = [...TRIALS, ...ALONE, ...ON_DEMAND];
const unknown = positionals.filter((each) => !known.includes(each));
if (unknown.length > 0) stop(`there is no ${unknown.join(", ")}; there are ${known.join(", ")}`);

function stop(message) {
  console.error(message);
  process.exit(2);
}

const isWanted = (each) => positionals.length === 0 || positionals.includes(each);
const counts = { passed: 0, failed: 0 };
mkdirSync(join(projectDir, ".eventsite"), { recursive: true });
const base = mkdtempSync(join(projectDir, ".eventsite/torture-"));

/** On one store after the other: some trials use what the machine has once. */
async function runOnStores(file, program) {
  for (const store of ON_BOTH_STORES.has(file) ? Object.keys(STORES) : [undefined])
    await runTrial(file, program, store);
}

/** Prints what the trial says when it has ended, so that two at a time do not mix. */
function runTrial(file, program, store) {
  const work = mkdtempSync(join(base, `${file}-`));
  const began = Date.now();
  const script = fileURLToPath(new URL("./one.mjs", import.meta.url));
  const child = spawn(
    process.execPath,
    [script, file, values.rounds, program, work, ...(store === undefined ? [] : [store])],
    {
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => said.push(chunk));
  return new Promise((resolve) => {
    child.once("close", (code) => {
      if (code === EXIT.held) counts.passed += 1;
      else if (code !== EXIT.cannotRun) counts.failed += 1;
      process.stdout.write(Buffer.concat(said));
      console.log(`  ${[file, store].filter(Boolean).join(", ")}: ${Math.round((Date.now() - began) / 1000)} s`);
      resolve();
    });
  });
}

async function runAll(files, jobs, program) {
  const left = files.filter(isWanted);
  const worker = async () => {
    for (let file = left.shift(); file !== undefined; file = left.shift()) await runOnStores(file, program);
  };
  await Promise.all(Array.from({ length: jobs }, worker));
}

try {
  const program = await compileRelay(base);
  await runAll(TRIALS, Number(values.jobs), program);
  await runAll(ALONE, 1, program);
  await runAll(
    ON_DEMAND.filter((each) => positionals.includes(each)),
    1,
    program,
  );
} finally {
  rmSync(base, { recursive: true, force: true });
}
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 ? 0 : 1;
