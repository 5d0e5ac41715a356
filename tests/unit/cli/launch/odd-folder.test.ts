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
