// A copy of the small site that tests change one after the other.
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { projectDir } from "./with-site.ts";

export const smallDir = join(projectDir, "tests/fixtures/sites/small");
const base = join(smallDir, "content");

/** The path of a file below content/ and what is in it. */
export type LaidOver = readonly [path: string, content: string | Uint8Array];

/** Runs `use` with files laid over the copy's content. Afterwards it is as the small site has it: what came goes, with its folder. */
export async function laidOver<Result>(
  contentDir: string,
  files: readonly LaidOver[],
  use: () => Promise<Result>,
): Promise<Result> {
  try {
    for (const [path, content] of files) {
      mkdirSync(dirname(join(contentDir, path)), { recursive: true });
      writeFileSync(join(contentDir, path), content);
    }
    return await use();
  } finally {
    for (const [path] of files) {
      const gone = existsSync(join(base, dirname(path))) ? path : dirname(path);
      if (existsSync(join(base, path))) cpSync(join(base, path), join(contentDir, path));
      else rmSync(join(contentDir, gone), { recursive: true, force: true });
    }
  }
}
