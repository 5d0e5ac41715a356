// A folder of its own for each test of a file.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";

/** Answers the paths in it; the folder itself without a name. */
export function testFolder(): (...names: string[]) => string {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "eventsite-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  return (...names) => join(folder, ...names);
}
