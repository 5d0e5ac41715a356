import { spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findProgramDir } from "../../../../cli/config/resolve-config.ts";
import { ownFolder } from "../../../support/process/own-folder.ts";

const parent = ownFolder();

test.each(
  ["a*b", "a\\b"].flatMap((name) => ["eventsite.cjs", "launch/setup.cjs"].map((file) => [name, file] as const)),
)("in the folder %s, cli/%s says why it cannot run there", (name, file) => {
  const program = join(parent, name);
  for (const part of ["eventsite.cjs", "launch"])
    cpSync(join(findProgramDir(), "cli", part), join(program, "cli", part), { recursive: true });
  const { status, stderr } = spawnSync(process.execPath, [join(program, "cli", file)], { encoding: "utf8" });
  expect([status, stderr]).toEqual([
    1,
    `Node loads no program from below a folder with "${name[1]}" in its name: rename it. This is ${program}.\n`,
  ]);
});

test.skipIf(process.platform === "win32").each(["cli/eventsite.cjs", "relay/eventsite-relay.mjs"])(
  "in a current folder that was deleted, %s says so",
  (file) => {
    const script = 'mkdir "$1/gone" && cd "$1/gone" && rmdir "$1/gone" && exec "$0" "$2" --version';
    const args = ["-c", script, process.execPath, parent, join(findProgramDir(), file)];
    const { status, stderr } = spawnSync("sh", args, { encoding: "utf8" });
    expect([status, stderr]).toEqual([
      1,
      "The current folder does not exist any more: change to another one with `cd`.\n",
    ]);
  },
);
