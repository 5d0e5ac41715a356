// A site that is built again after each edit, and compared with a build without caches.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { type BuildOptions, build } from "../../cli/index.ts";
import { contentSettled } from "../e2e/command.ts";
import { listFiles } from "./files.ts";
import { imageCacheDir } from "./image-cache-dir.ts";
import { type SiteFiles, type TestSite, withSite } from "./with-site.ts";

export interface Built {
  readonly site: TestSite;
  readonly edit: (path: string, from: string | RegExp, to: string) => void;
  /** Builds, and compares the folder and the result with those of a build without caches. Returns whether the folder itself was replaced. */
  readonly rebuild: () => Promise<{ readonly isReplaced: boolean }>;
}

/** Another site than the small one. */
export interface Variation {
  readonly base: string;
  readonly folders: Pick<BuildOptions, "contentDir" | "templatesDir">;
  readonly write: SiteFiles;
}

export const treeOf = (dir: string) =>
  new Map(listFiles(dir).map((path) => [path, readFileSync(join(dir, path), "latin1")]));

/** Of the whole record of the last build: an edit that few pages show leaves it as it is. */
export const recordOf = ({ site }: Pick<Built, "site">): readonly number[] => {
  const dir = join(site.root, ".eventsite/manifests");
  return readdirSync(dir).flatMap((name) => (name.endsWith(".site") ? [statSync(join(dir, name)).ino] : []));
};

/** A site whose last build trusts the stat of every file: the first build finds them too young. */
export const withBuiltSite = (
  use: (built: Built) => Promise<void>,
  { base = "small", folders = {}, write = {} }: Partial<Variation> = {},
) =>
  withSite(
    write,
    async (site) => {
      const options: BuildOptions = { root: site.root, imageCacheDir, ...folders };
      const dist = join(site.root, "dist");
      await build(options);
      await contentSettled(site.root, folders.contentDir);
      await build(options);
      await use({
        site,
        edit(path, from, to) {
          const file = join(site.root, path);
          const text = readFileSync(file, "utf8");
          expect(text).toMatch(from);
          writeFileSync(file, text.replace(from, to));
        },
        async rebuild() {
          const before = statSync(dist).ino;
          const { unchanged: _, ...made } = await build(options);
          const { unchanged: __, ...whole } = await build({ ...options, write: false });
          expect(treeOf(dist)).toEqual(
            new Map(whole.files.map(({ path, content }) => [path, Buffer.from(content ?? "").toString("latin1")])),
          );
          expect({ ...made, files: made.files.length }).toEqual({ ...whole, files: whole.files.length });
          return { isReplaced: statSync(dist).ino !== before };
        },
      });
    },
    base,
  );
