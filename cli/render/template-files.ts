import type { LoadedTemplates } from "../bundle/templates.ts";
import { type OutputFile, toFile } from "../emit/output-file.ts";
import type { SiteData } from "./site-data.ts";
import { ROBOTS_FILE, relayDocument } from "./site-files.ts";
import { createSiteView } from "./site-view.ts";

/** The one of a preview. */
const closed = { path: `/${ROBOTS_FILE}`, text: "User-agent: *\nDisallow: /\n" };

/** What templates write beside the pages: their own files, scripts, the document for the relay. */
export function renderOwnFiles({ templates }: Pick<LoadedTemplates, "templates">, site: SiteData): OutputFile[] {
  const view = createSiteView(site);
  const own = [...templates.siteFiles(view), ...(templates.pageScripts?.(view) ?? [])];
  return [
    ...own
      .filter(({ path }) => !site.isPreview || path !== closed.path)
      .concat(site.isPreview ? closed : [])
      .map(({ path, text }) => toFile(path.slice(1), Buffer.from(text))),
    ...relayDocument(view, templates),
  ];
}
