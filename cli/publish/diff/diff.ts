// The changes for visitors: builds the current content and compares it with what is live, an earlier revision, or the last build.

import { join, resolve } from "node:path";
import { type BuildOptions, type Config, resolveConfig, shownPath } from "../../config/resolve-config.ts";
import { asBuildFailure } from "../../diagnostics/as-build-failure.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { writeWhole } from "../../files/write-whole.ts";
import { build } from "../../pipeline/build.ts";
import { addressOf } from "../../routes/addresses.ts";
import { findVanished } from "../../routes/find-vanished.ts";
import { withStore } from "../stores/open-store.ts";
import { withRetries } from "../stores/with-retries.ts";
import { type Before, chooseBefore } from "./choose-before.ts";
import { atRoot } from "./compare/at-root.ts";
import { compareSites } from "./compare/compare-sites.ts";
import { pageReader } from "./compare/page-content.ts";
import { revisionSide } from "./compare/revision-side.ts";
import type { SiteChange } from "./compare/site-change.ts";
import { folderSide, isPageFile, type SiteSide, targetSide } from "./compare/site-side.ts";
import { embedPages, embedPictures } from "./report/embed-pages.ts";
import { reportPage } from "./report/report-page.ts";

export interface DiffOptions extends Omit<BuildOptions, "write"> {
  /** A target of `publish` in site.yaml, or a git revision. Default: the live target, else the site in `outDir`, else the last commit. */
  readonly against?: string | undefined;
  /** Also writes the changes as one page of HTML into this file, with pictures, and both versions of each page. */
  readonly html?: string | undefined;
}

export interface DiffResult {
  readonly change: SiteChange;
  /** undefined if none was requested. */
  readonly report: { readonly file: string; readonly bytes: number } | undefined;
  readonly warnings: readonly Diagnostic[];
}

/**
 * Writes nothing but caches in `.eventsite`, and the report. Rejects with BuildFailedError: DIFF_UNKNOWN, DIFF_GIT, DIFF_REVISION, and as
 * `build` and `deploy` do.
 */
export function diff({ against, html, ...options }: DiffOptions = {}): Promise<DiffResult> {
  return asBuildFailure(async () => {
    const config = resolveConfig(options);
    const reference = await chooseBefore(config, against);
    const compare = async (earlier: SiteSide): Promise<DiffResult> => {
      const { side, warnings } = await buildAfter(reference, earlier, options, config);
      const before = await atRoot(earlier);
      const after = await atRoot(side);
      const change = await compareSites(before, after, options.signal);
      const file = html === undefined ? undefined : resolve(config.root, html);
      const report = file === undefined ? undefined : await writeReport(change, { before, after }, file);
      return { change, report, warnings };
    };
    if (reference.kind === "revision") return compare(await revisionSide(reference.revision, options, config));
    if (reference.kind === "folder") {
      const name = shownPath(config.root, reference.dir);
      return compare(await folderSide(reference.dir, { kind: "folder", name }));
    }
    const { signal = new AbortController().signal } = options;
    return withStore(reference.target, config.root, async (store) =>
      compare(await targetSide(withRetries(store, signal), reference.target, config)),
    );
  });
}

async function buildAfter(reference: Before, before: SiteSide, options: BuildOptions, config: Config) {
  const outDir = join(config.stateDir, "diff/now");
  // The site is built as for a deploy to this target.
  const siteUrl = options.siteUrl ?? (reference.kind === "target" ? reference.target.url : undefined);
  const site = await build({ ...options, ...(siteUrl !== undefined && { siteUrl }), outDir, write: true });
  const side = await folderSide(outDir, { kind: "content", name: shownPath(config.root, config.contentDir) });
  const isLost = (path: string) => isPageFile(path) && !before.staticPages.has(path) && !side.files.has(path);
  const pages = [...before.files.keys()].filter(isLost).map(addressOf);
  const vanished = findVanished(pages, site, reference.kind === "target" ? "published" : "compared");
  const others = site.warnings.filter(({ code }) => code !== "ROUTE_VANISHED");
  const vanishedPages = vanished.map((each): Diagnostic => ({ ...each, severity: "warning" }));
  return { side, warnings: [...others, ...vanishedPages] };
}

/** Writes one file, which can be sent to the person who approves the changes. Rejects with errors of the file system. */
async function writeReport(change: SiteChange, sides: Record<"before" | "after", SiteSide>, file: string) {
  const { siteName } = (await pageReader())(String((await sides.after.read("index.html")) ?? ""));
  const pictures = {
    before: await embedPictures(change, "before", sides.before),
    after: await embedPictures(change, "after", sides.after),
  };
  const html = reportPage(change, { siteName, pictures, pages: await embedPages(change, sides) });
  writeWhole(file, html);
  return { file, bytes: Buffer.byteLength(html) };
}
