// Every law of the tests over many generated cases: the test files that take their number of cases from support/rounds.ts.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { assert } from "./trial.mjs";

export const name = "Laws over many generated cases";

const projectDir = fileURLToPath(new URL("../../", import.meta.url));
const testsDir = join(projectDir, "tests");

export async function run({ rounds, tell }) {
  const files = readdirSync(testsDir, { recursive: true })
    .filter((path) => path.endsWith(".test.ts"))
    .filter((path) =>
      /import .*\b(?:rounds|times|isTorture)\b.* from ".*support\/rounds.ts"/.test(
        readFileSync(join(testsDir, path), "utf8"),
      ),
    )
    .map((path) => join("tests", path));
  const vitest = join(projectDir, "node_modules/vitest/vitest.mjs");
  const child = spawn(process.execPath, [vitest, "run", "--reporter=dot", "--testTimeout=1800000", ...files], {
    cwd: projectDir,
    env: { ...process.env, EVENTSITE_ROUNDS: String(rounds) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (said += text));
  const [code, signal] = await once(child, "close");
  tell(/seed \d+/.exec(said)?.[0] ?? "no seed was printed");
  tell(/Tests .*/.exec(said)?.[0] ?? "no count was printed");
  assert(code === 0, `vitest ended with ${code ?? signal}:\n${said}`);
}
