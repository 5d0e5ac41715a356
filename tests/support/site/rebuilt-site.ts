// A site that is built again after each edit, and compared with a build without caches.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { BuildWork } from "../../../cli/diagnostics/progress.ts";
import { BuildFailedError, type BuildOptions, build } from "../../../cli/index.ts";
import { contentSettled } from "../process/command.ts";
import { listFiles } from "../process/files.ts";
import { imageCacheDir } from "./image-cache-dir.ts";
import { type SiteFiles, type TestSite, withSite } from "./with-site.ts";

export interface Built {
  readonly site: TestSite;
  readonly edit: TestSite["edit"];
  /** Builds, and compares the folder and the result with those of a build without caches. Returns how many pages were rendered. */
  readonly rebuild: () => Promise<number>;
  /** Edits and rebuilds, when the stat of the edited file can be trusted. */
  readonly edited: (path: string, from: RegExp, to: string) => Promise<number>;
  /** A build reports what a whole one does, and leaves the folder as it is. */
  readonly expectRefused: () => Promise<void>;
}

/** Another site than the small one. */
export interface Variation {
  readonly base: string;
  readonly write: SiteFiles;
}

export const treeOf = (dir: string) =>
  new Map(listFiles(dir).map((path) => [path, readFileSync(join(dir, path), "latin1")]));

/** A site whose last build trusts the stat of every file: the first build finds them too young. */
export const withBuiltSite = (
  use: (built: Built) => Promise<void>,
  { base = "small", write = {} }: Partial<Variation> = {},
) =>
  withSite(
    write,
    async (site) => {
      const options: BuildOptions = { root: site.root, imageCacheDir };
      const dist = join(site.root, "dist");
      await build(options);
      await contentSettled();
      await build(options);
      const built: Built = {
        site,
        edit: site.edit,
        async rebuild() {
          let rendered = 0;
          const onWork = ({ what, count }: BuildWork) => {
            if (what === "rendered") rendered += count;
          };
          const { unchanged: _, ...made } = await build({ ...options, onWork });
          const { unchanged: __, ...whole } = await build({ ...options, write: false });
          expect(treeOf(dist)).toEqual(
            new Map(whole.files.map(({ path, content }) => [path, Buffer.from(content ?? "").toString("latin1")])),
          );
          // What was in the last build is unknown to a build without one.
          const warnings = made.warnings.filter(({ code }) => code !== "ROUTE_VANISHED");
          expect({ ...made, warnings, files: made.files.length }).toEqual({ ...whole, files: whole.files.length });
          return rendered;
        },
        async edited(path, from, to) {
          site.edit(path, from, to);
          await contentSettled();
          return built.rebuild();
        },
        async expectRefused() {
          const before = treeOf(dist);
          await contentSettled();
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
