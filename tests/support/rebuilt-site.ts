// A site that is built again after each edit, and compared with a build without caches.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { BuildFailedError, type BuildOptions, build } from "../../cli/index.ts";
import { contentSettled } from "../e2e/command.ts";
import { listFiles } from "./files.ts";
import { imageCacheDir } from "./image-cache-dir.ts";
import { type SiteFiles, type TestSite, withSite } from "./with-site.ts";

export interface Built {
  readonly site: TestSite;
  readonly edit: (path: string, from: string | RegExp, to: string) => void;
  /** Builds, and compares the folder and the result with those of a build without caches. Returns whether the folder itself was replaced. */
  readonly rebuild: () => Promise<{ readonly isReplaced: boolean }>;
  /** Edits and rebuilds. Returns whether only pages that show the edit were made. */
  readonly edited: (path: string, from: RegExp, to: string) => Promise<boolean>;
  /** A build reports what a whole one does, and leaves the folder as it is. */
  readonly expectRefused: () => Promise<void>;
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
      const settled = () => contentSettled(site.root, folders.contentDir);
      await build(options);
      await settled();
      await build(options);
      const built: Built = {
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
        async edited(path, from, to) {
          const before = recordOf(built);
          built.edit(path, from, to);
          await settled();
          await built.rebuild();
          return JSON.stringify(recordOf(built)) === JSON.stringify(before);
        },
        async expectRefused() {
          const before = treeOf(dist);
          await settled();
          const made = await build(options).catch((failure) => failure);
          const whole = await build({ ...options, write: false }).catch((failure) => failure);
          expect(made).toBeInstanceOf(BuildFailedError);
          expect(made.diagnostics).toEqual(whole.diagnostics);
          expect(treeOf(dist)).toEqual(before);
        },
      };
      await use(built);
    },
    base,
  );
