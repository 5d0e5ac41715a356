// A small site in a folder of its own, for tests: a sound base, and the files a test adds, changes or takes away.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type Files, writeFiles } from "./own-folder.ts";

export const projectDir = fileURLToPath(new URL("../../", import.meta.url));

/** A site of every section, form and page that there is, whose words stay as they are. The words of `content/` are its owner's. */
export const frozenDir = join(projectDir, "tests/fixtures/sites/frozen");

/** A small site of another trade, with templates of its own: what `eventsite init` writes. */
export const exampleDir = join(projectDir, "cli/authoring/example");

/** Paths relative to the site's root, such as "content/pages/home.yaml", with their content; null takes a file of the base away. */
export type SiteFiles = Files;

export interface TestSite {
  readonly root: string;
  write(files: SiteFiles): void;
}

/** Runs `use` on a copy of `base`, a folder below tests/fixtures/sites or elsewhere, with `files` laid over it; the folder goes when it is done. */
export async function withSite<Result>(
  files: SiteFiles,
  use: (site: TestSite) => Promise<Result> | Result,
  base = "small",
): Promise<Result> {
  const root = mkdtempSync(join(tmpdir(), "eventsite-test-"));
  const write = (changes: SiteFiles) => writeFiles(root, changes);
  try {
    // What builds of the site as it lies keep beside it stays there.
    const filter = (path: string) => !path.endsWith("/.eventsite");
    cpSync(resolve(projectDir, "tests/fixtures/sites", base), root, { recursive: true, filter });
    write(files);
    return await use({ root, write });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
