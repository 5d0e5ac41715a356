// site.yaml alone: its valid settings, for callers that need no pages.
import { loadTemplates } from "../bundle/load-templates.ts";
import type { Config } from "../config/resolve-config.ts";
import { listSources, type SourceRef } from "../content/list-sources.ts";
import { type FinalSettings, readSettings } from "../content/read-settings.ts";
import { BuildFailedError, stopOnErrors } from "../diagnostics/diagnostic.ts";

/** Rejects with BuildFailedError and all problems of site.yaml. */
export async function readSite(config: Config): Promise<{ source: SourceRef; settings: FinalSettings }> {
  const templates = await loadTemplates(config);
  const { site } = listSources(config.root, config.contentDir, templates.templates.collections);
  const { values, diagnostics } = readSettings(site, templates, config);
  stopOnErrors(diagnostics);
  if (values === undefined) throw new BuildFailedError(diagnostics);
  return { source: site, settings: values };
}
