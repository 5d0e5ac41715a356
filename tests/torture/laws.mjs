// Every law of the tests over many generated cases: the test files that take their number of cases from support/process/rounds.ts.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectDir, runTests } from "./trial.mjs";

export const name = "Laws over many generated cases";

const testsDir = join(projectDir, "tests");

export async function run({ rounds, tell }) {
  const files = readdirSync(testsDir, { recursive: true })
    .filter((path) => path.endsWith(".test.ts"))
    .filter((path) =>
      /import .*\b(?:rounds|times|isTorture)\b.* from ".*support\/process\/rounds.ts"/.test(
        readFileSync(join(testsDir, path), "utf8"),
      ),
    )
    .map((path) => join("tests", path));
  const flags = ["--reporter=dot", "--testTimeout=1800000"];
  await runTests({ files, flags, env: { EVENTSITE_ROUNDS: String(rounds) }, tell });
}
