// Finds all problems of a site: runs every stage except writing, with the records of the last build.

import { resolve } from "node:path";
import type { LoadedTemplates } from "../bundle/templates.ts";
import { type CheckOptions, type Config, resolveConfig } from "../config/resolve-config.ts";
import type { SourceList } from "../content/sources/list-sources.ts";
import { asBuildFailure } from "../diagnostics/as-build-failure.ts";
import { BuildFailedError, type Diagnostic, sortDiagnostics } from "../diagnostics/diagnostic.ts";
import type { SiteReport } from "../emit/site-report.ts";
import { CHECKED_ONLY, type PlannedSite, runStages } from "./run-stages.ts";
import { withRecordedBuild } from "./with-stages.ts";

/** Checks that are not stages. */
interface MoreChecks {
  /** Also runs if the content has mistakes. */
  ofTemplates(config: Config, templates: LoadedTemplates): readonly Diagnostic[];
  ofSite(config: Config, site: PlannedSite): readonly Diagnostic[];
}

/** Without `unfinished` and `nextChangeAt` if the content stops a build. */
export interface CheckResult
  extends Pick<SiteReport, "routes">,
    Partial<Pick<SiteReport, "unfinished" | "nextChangeAt">> {
  /** The absolute path of the checked content. */
  readonly contentDir: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Never rejects because of the content: all problems are in the result. Default for `sources`: the files of the content folder. */
export async function checkSite(
  options: CheckOptions,
  moreChecks: MoreChecks,
  sources?: SourceList,
): Promise<CheckResult> {
  const contentDir = resolve(options.root ?? ".", options.contentDir ?? "content");
  let ofTemplates: readonly Diagnostic[] = [];
  try {
    const { routes, warnings, unfinished, nextChangeAt } = await asBuildFailure(async () => {
      const config = resolveConfig(options);
      return withRecordedBuild(config, async (context) => {
        ofTemplates = moreChecks.ofTemplates(config, context.templates);
        const site = await runStages({ ...context, sources }, CHECKED_ONLY);
        return { ...site, warnings: [...site.warnings, ...moreChecks.ofSite(config, site)] };
      });
    });
    const diagnostics = sortDiagnostics([...ofTemplates, ...warnings]);
    return { contentDir, routes, diagnostics, unfinished, nextChangeAt };
  } catch (error) {
    if (!(error instanceof BuildFailedError)) throw error;
    const diagnostics = sortDiagnostics([...ofTemplates, ...error.diagnostics]);
    return { contentDir, routes: [], diagnostics };
  }
}
