// Runs once before all tests: the pictures of the site and of the small one are encoded here, and not by the first test that happens to
// build them. All tests share them, below .eventsite; a fresh clone pays for them once, and what has not changed since is not built again.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "../../../cli/index.ts";
import { imageCacheDir } from "./image-cache-dir.ts";
import { frozenDir, projectDir, withSite } from "./with-site.ts";

/** Below the pictures, so that it goes when they go. */
const RECORD = join(imageCacheDir, "prepared-for-tests.txt");

export default async function preparePictures(): Promise<void> {
  const stamp = stampOf(["content", "templates", "cli", "tests/fixtures/sites", "package-lock.json"]);
  if (readRecord() === stamp) return;
  console.log("Preparing the pictures of the test sites, once: minutes on a fresh clone. Then the tests begin.");
  for (const root of [projectDir, frozenDir]) await build({ root, write: false, imageCacheDir });
  await withSite({}, ({ root }) => build({ root, write: false, imageCacheDir }));
  writeFileSync(RECORD, stamp);
}

function readRecord(): string | undefined {
  try {
    return readFileSync(RECORD, "utf8");
  } catch {
    return undefined;
  }
}

/** Changes with every file that pictures are made of. */
function stampOf(paths: readonly string[]): string {
  const hash = createHash("sha1").update(process.version);
  const add = (path: string) => {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  };
  for (const path of paths.map((each) => join(projectDir, each))) {
    if (!statSync(path).isDirectory()) add(path);
    else
      for (const file of readdirSync(path, { recursive: true, encoding: "utf8" }).sort())
        if (statSync(join(path, file)).isFile()) add(join(path, file));
  }
  return hash.digest("hex");
}
