// The laws of tests/fuzz with many cases each: --rounds 100 takes as many as each law names.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const projectDir = fileURLToPath(new URL("../../", import.meta.url));
const vitest = fileURLToPath(new URL("../../node_modules/vitest/vitest.mjs", import.meta.url));

export const name = "laws over generated input, with many cases";

export async function run({ rounds, tell }) {
  const args = [vitest, "run", "tests/fuzz", "--reporter=dot", "--testTimeout=3600000"];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: projectDir,
    env: { ...process.env, LAW_ROUNDS: String(rounds), NO_COLOR: "1" },
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  for (const line of stdout.split("\n").filter((each) => /^\s*(?:Tests|Duration)\s/.test(each))) tell(line.trim());
  if (status !== 0) throw new Error(`A law does not hold:\n${stdout}\n${stderr}`);
}
