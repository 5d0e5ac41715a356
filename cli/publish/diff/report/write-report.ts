// What changes for visitors → one file that can be sent to the person who approves it.
import { writeWhole } from "../../../emit/write-whole.ts";
import { pageReader } from "../page-facts.ts";
import type { SiteChange } from "../site-change.ts";
import type { SiteSide } from "../site-side.ts";
import { embedPages, embedPictures } from "./embed-pages.ts";
import { reportPage } from "./report-page.ts";

export interface WrittenReport {
  readonly file: string;
  readonly bytes: number;
}

/** Replaces the file as a whole. Rejects with what the file system refuses. */
export async function writeReport(
  change: SiteChange,
  sides: { readonly before: SiteSide; readonly after: SiteSide },
  file: string,
): Promise<WrittenReport> {
  const { siteName } = (await pageReader())(String((await sides.after.read("index.html")) ?? ""));
  const pictures = {
    before: await embedPictures(change, "before", sides.before),
    after: await embedPictures(change, "after", sides.after),
  };
  const html = reportPage(change, { siteName, pictures, pages: await embedPages(change, sides) });
  writeWhole(file, html);
  return { file, bytes: Buffer.byteLength(html) };
}
