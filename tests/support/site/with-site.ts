// A small site in a folder of its own, for tests: a sound base, and the files a test adds, changes or takes away.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type Files, writeFiles } from "../process/own-folder.ts";

export const projectDir = fileURLToPath(new URL("../../../", import.meta.url));

/** A site of every section, form and page that there is, whose words stay as they are. The words of `content/` are its owner's. */
export const frozenDir = join(projectDir, "tests/fixtures/sites/frozen");

/** A small site of another trade, with templates of its own: what `eventsite init` writes. */
export const exampleDir = join(projectDir, "cli/authoring/example");

/** Paths relative to the site's root, such as "content/pages/home.yaml", with their content; null takes a file of the base away. */
export type SiteFiles = Files;

/** All paths are relative to the root. */
export interface TestSite {
  readonly root: string;
  write(files: SiteFiles): void;
  read(path: string): string;
  /** Puts other words into the place of the first that are so; throws where none are. */
  edit(path: string, from: string | RegExp, to: string): void;
}

/** A file of the small site's content as it is. */
export const small = (path: string): string =>
  readFileSync(join(projectDir, "tests/fixtures/sites/small/content", path), "utf8");

/** A copy of `base`, a folder below tests/fixtures/sites or elsewhere, with `files` laid over it, until it is closed. */
export function openSite(files: SiteFiles = {}, base = "small"): TestSite & { close(): void } {
  const root = mkdtempSync(join(tmpdir(), "eventsite-test-"));
  const read = (path: string) => readFileSync(join(root, path), "utf8");
  // What builds of the site as it lies keep beside it stays there.
  const filter = (path: string) => !path.endsWith("/.eventsite");
  cpSync(resolve(projectDir, "tests/fixtures/sites", base), root, { recursive: true, filter });
  writeFiles(root, files);
  return {
    root,
    read,
    write: (changes) => writeFiles(root, changes),
    edit(path, from, to) {
      const text = read(path);
      const isThere = typeof from === "string" ? text.includes(from) : text.search(from) !== -1;
      if (!isThere) throw new Error(`${path} does not hold ${from}.`);
      writeFileSync(join(root, path), text.replace(from, to));
    },
    close: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** The project's own templates, to be changed where they stand. */
export function copyTemplates(root: string): void {
  for (const path of ["templates", "relay/contract.ts"])
    cpSync(join(projectDir, path), join(root, path), { recursive: true });
}

/** Runs `use` on such a site; the folder goes when it is done. */
export async function withSite<Result>(
  files: SiteFiles,
  use: (site: TestSite) => Promise<Result> | Result,
  base?: string,
): Promise<Result> {
  const site = openSite(files, base);
  try {
    return await use(site);
  } finally {
    site.close();
  }
}
