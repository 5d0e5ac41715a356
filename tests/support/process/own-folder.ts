// A folder for tests that need no site: what they write there goes with them.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeEach } from "vitest";

/** Paths relative to a folder, with their content; null takes a file or folder away. */
export type Files = Readonly<Record<string, string | Uint8Array | null>>;

/** A folder of the test file's own. */
export function fileFolder(): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "eventsite-own-")));
  afterAll(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** The same, empty at the beginning of each test. */
export function ownFolder(): string {
  const dir = fileFolder();
  beforeEach(() => {
    rmSync(dir, { recursive: true, force: true });
    mkdirSync(dir);
  });
  return dir;
}

export function writeFiles(dir: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    const target = join(dir, path);
    if (content === null) {
      rmSync(target, { recursive: true, force: true });
      continue;
    }
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
  }
}

/** Answers the paths in such a folder; the folder itself without a name. */
export function testFolder(): (...names: string[]) => string {
  const dir = ownFolder();
  return (...names) => join(dir, ...names);
}
