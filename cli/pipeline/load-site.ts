// Loads the settings or the content of a site, for callers that need no pages.

import { loadTemplates } from "../bundle/load-templates.ts";
import type { Config } from "../config/resolve-config.ts";
import { type FinalSettings, readSettings } from "../content/settings/read-settings.ts";
import { listSources, type SourceRef } from "../content/sources/list-sources.ts";
import { BuildFailedError, stopOnErrors } from "../diagnostics/diagnostic.ts";
import { type Content, loadContent } from "./load-content.ts";
import type { StageContext } from "./stage-context.ts";
import { withRecordedBuild } from "./with-stages.ts";

/** Rejects with BuildFailedError and all problems of site.yaml. */
export async function readSite(config: Config): Promise<{ source: SourceRef; settings: FinalSettings }> {
  const templates = await loadTemplates(config);
  const { site } = listSources(config.root, config.contentDir, templates.templates.collections);
  const { final: values, diagnostics } = readSettings(site, templates, config);
  stopOnErrors(diagnostics);
  if (values === undefined) throw new BuildFailedError(diagnostics);
  return { source: site, settings: values };
}

/** The content of a site without errors, and its templates. */
export interface LoadedSite extends Pick<StageContext, "templates"> {
  readonly content: Content;
}

/** Rejects with BuildFailedError and all problems of the content. */
export const loadSite = (config: Config): Promise<LoadedSite> =>
  withRecordedBuild(config, async (context) => {
    const content = await loadContent(context);
    stopOnErrors(content.diagnostics);
    return { templates: context.templates, content };
  });
