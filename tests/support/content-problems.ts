// What is wrong with the content of the small site, with changes laid over it: without rendering pages, and so in a few milliseconds.
import { cpSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { openSitePictures } from "../../cli/assets/images/site-pictures.ts";
import { loadTemplates } from "../../cli/bundle/load-templates.ts";
import { noPause } from "../../cli/config/pause.ts";
import { resolveConfig } from "../../cli/config/resolve-config.ts";
import { type Diagnostic, sortDiagnostics } from "../../cli/diagnostics/diagnostic.ts";
import { localThreads } from "../../cli/entries/threads.ts";
import { noFacts } from "../../cli/pipeline/facts.ts";
import { loadContent } from "../../cli/pipeline/load-content.ts";
import { type LaidOver, laidOver, smallDir } from "./laid-over.ts";

/** A copy for all tests of a worker, with its templates and pictures. Nothing of its words is kept. */
let kept: ReturnType<typeof openSite> | undefined;

async function openSite() {
  const root = mkdtempSync(join(inject("sharedFolder"), "content-"));
  cpSync(smallDir, root, { recursive: true });
  const config = resolveConfig({ root });
  return { config, templates: await loadTemplates(config), pictures: openSitePictures(config) };
}

/** In the order of a report. One at a time. */
export async function contentProblemsOf(files: readonly LaidOver[]): Promise<readonly Diagnostic[]> {
  kept ??= openSite();
  const { config, templates, pictures } = await kept;
  return laidOver(config.contentDir, files, async () => {
    const { diagnostics } = await loadContent({
      config,
      templates,
      pictures,
      facts: noFacts(),
      stamps: new Map(),
      threads: localThreads(templates, noPause),
      headersOnly: true,
      fonts: () => Promise.reject(new Error("No page is rendered.")),
      events: {},
    });
    return sortDiagnostics(diagnostics);
  });
}
