import type { LoadedTemplates } from "../bundle/templates.ts";
import { type OutputFile, toFile } from "../emit/output-file.ts";
import type { SiteData } from "./site-data.ts";
import { ROBOTS_FILE, relayDocument } from "./site-files.ts";
import { createSiteView } from "./site-view.ts";

/** The robots.txt of a preview. */
const PREVIEW_ROBOTS = { path: `/${ROBOTS_FILE}`, text: "User-agent: *\nDisallow: /\n" };

/** Files that templates write beside the pages: their own files, scripts, the document for the relay. */
export function renderOwnFiles({ templates }: Pick<LoadedTemplates, "templates">, site: SiteData): OutputFile[] {
  const view = createSiteView(site);
  const files = [...templates.siteFiles(view), ...(templates.pageScripts?.(view) ?? [])];
  return [
    ...files
      .filter(({ path }) => !site.isPreview || path !== PREVIEW_ROBOTS.path)
      .concat(site.isPreview ? PREVIEW_ROBOTS : [])
      .map(({ path, text }) => toFile(path.slice(1), Buffer.from(text))),
    ...relayDocument(view, templates),
  ];
}
