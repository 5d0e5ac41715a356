// npm run torture: the relay killed, cut off from power, with a disk that fails and one that is full, and the laws with many cases, as often as is asked for.
//   --rounds N: so many rounds of each trial that has rounds (100)      --only NAME: one trial
// Each trial prints its figures; the last line counts them. What this machine cannot do (root, loop mounts, strace) is said, not hidden.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { compileRelay, endAll } from "./relay-process.mjs";
import { CannotRun } from "./trial.mjs";

const projectDir = fileURLToPath(new URL("../../", import.meta.url));

/** In this order; a file each, with `name` and `run({ rounds, program, work, tell })`, which throws where the relay failed. */
const TRIALS = [
  "hostile-input",
  "kill",
  "power-cut",
  "sync-error",
  "full-disk",
  "history-control",
  "faulty-line",
  "postfix",
  "laws",
];

const { values } = parseArgs({ options: { rounds: { type: "string", default: "100" }, only: { type: "string" } } });
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error("--rounds takes a whole number from 1 on");
  process.exit(2);
}

mkdirSync(join(projectDir, ".eventsite"), { recursive: true });
const base = mkdtempSync(join(projectDir, ".eventsite/torture-"));
let passed = 0;
let failed = 0;
try {
  const program = await compileRelay(base);
  for (const file of TRIALS.filter((each) => values.only === undefined || each === values.only)) {
    const { name, run } = await import(`./${file}.mjs`);
    console.log(`${name}`);
    const work = mkdtempSync(join(base, `${file}-`));
    try {
      await run({ rounds, program, work, tell: (line) => console.log(`  ${line}`) });
      passed += 1;
      console.log("  held");
    } catch (error) {
      if (error instanceof CannotRun) console.log(`  NOT PROVEN HERE: ${error.message}`);
      else {
        failed += 1;
        console.log(`  FAILED: ${error instanceof Error ? error.stack : error}`);
      }
    } finally {
      endAll();
    }
  }
} finally {
  rmSync(base, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
