import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { diagnosticCodes } from "../../cli/index.ts";
import { projectDir } from "../support/with-site.ts";

const readme = readFileSync(join(projectDir, "README.md"), "utf8");

describe("the README", () => {
  test("says of every code what it means, and names no code that is gone", () => {
    const rows = [...readme.matchAll(/^\| `([A-Z_]+)` *\| (.*?) *\|$/gm)].map(([, code = "", meaning = ""]) => [
      code,
      meaning,
    ]);
    expect(Object.fromEntries(rows)).toEqual(diagnosticCodes);
  });

  test("opens with the two commands that a newcomer needs", () => {
    const [first = ""] = [...readme.matchAll(/^```\n([\s\S]*?)^```/gm)].map(([, block]) => block);
    expect(first).toMatch(/^npm start\b.*\nnpm test\b/);
  });
});
