// What changes for visitors → one file that can be sent to the person who approves it.
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { ReportProgress } from "../../diagnostics/progress.ts";
import type { SiteChange } from "../site-change.ts";
import type { SiteSide } from "../site-side.ts";
import { readBrand } from "./brand.ts";
import { reportPage } from "./report-page.ts";
import { takeScreenshots } from "./screenshots.ts";
import { makeThumbnails } from "./thumbnails.ts";

export interface ReportOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ReportProgress;
  /** Where a Chromium is at hand. Default: true. */
  readonly screenshots?: boolean | undefined;
}

export interface WrittenReport {
  readonly file: string;
  readonly bytes: number;
  /** Number of pages that are shown before and after. */
  readonly screenshots: number;
}

/** Replaces the file as a whole. Rejects with what the file system refuses. */
export async function writeReport(
  change: SiteChange,
  sides: { readonly before: SiteSide; readonly after: SiteSide },
  file: string,
  options: ReportOptions = {},
): Promise<WrittenReport> {
  const thumbnails = await makeThumbnails(change, sides);
  const brand = await readBrand(sides.after);
  const shots = options.screenshots === false ? new Map() : await takeScreenshots(change, sides, options);
  const html = reportPage(change, { brand, thumbnails, shots });
  const part = `${file}.eventsite-part`;
  mkdirSync(dirname(file), { recursive: true });
  try {
    writeFileSync(part, html);
    renameSync(part, file);
  } finally {
    rmSync(part, { force: true });
  }
  return { file, bytes: Buffer.byteLength(html), screenshots: shots.size };
}
