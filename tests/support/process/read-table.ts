import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectDir } from "../site/with-site.ts";

/** A table of `tests/fixtures`: one case a line, as JSON. */
export const readTable = <Case>(name: string): readonly Case[] =>
  readFileSync(join(projectDir, "tests/fixtures", `${name}.jsonl`), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Case);
