// A planned site and a host → what would not work there, and the configuration of the host.
import { type CheckOptions, type Config, resolveConfig } from "../../config/resolve-config.ts";
import { siteSource } from "../../content/sources/list-sources.ts";
import { reportAt } from "../../content/sources/locate.ts";
import { asBuildFailure } from "../../diagnostics/as-build-failure.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { textIn } from "../../emit/output-file.ts";
import { HEADERS_FILE } from "../../hosting/host-headers.ts";
import { type ConfigName, type HostName, rulesOf } from "../../hosting/hosts.ts";
import { REDIRECTS_FILE } from "../../hosting/redirect-files.ts";
import { CHECKED_ONLY, type PlannedSite, runStages } from "../../pipeline/run-stages.ts";
import { withRecordedBuild } from "../../pipeline/with-stages.ts";
import { basePathOf } from "../../routes/base-path.ts";
import { checkHost } from "./check-host.ts";
import { hostConfigText } from "./config/host-config.ts";
import { headersInside, readHeadersFile } from "./rule-files.ts";

/** The problems of a site on a host, each at the line of its redirect or setting. */
export function hostProblems(config: Config, name: HostName, site: PlannedSite): Diagnostic[] {
  const { hosting, routes, redirects, gone } = site;
  const findings = checkHost(rulesOf(name), {
    ...hosting,
    basePath: basePathOf(hosting.url),
    routes,
    redirects,
    gone,
    headersFile: textIn(site.files, HEADERS_FILE) ?? "",
    redirectsFile: textIn(site.files, REDIRECTS_FILE) ?? "",
  });
  return findings.map(({ redirect, setting, ...problem }): Diagnostic => {
    if (setting !== undefined) return reportAt(siteSource(config.root, config.contentDir), [setting], problem);
    const source = hosting.redirects.find(({ from }) => from === redirect)?.source;
    return source ? reportAt(source.ref, source.path, problem) : problem;
  });
}

export interface HostConfigOptions extends CheckOptions {
  readonly host: ConfigName;
  /** Where the files of the site will be on the server. Default: "/var/www/", the site's host name and path. */
  readonly siteRoot?: string | undefined;
}

/** The configuration of a host for this site, as text. Rejects with BuildFailedError and all problems of the content. */
export const hostConfig = ({ host, siteRoot, ...options }: HostConfigOptions): Promise<string> =>
  asBuildFailure(() => {
    const config = resolveConfig(options);
    return withRecordedBuild(config, async (context) => {
      const site = await runStages(context, CHECKED_ONLY);
      const { url, relayUrl } = site.hosting;
      return hostConfigText(host, {
        url,
        relayUrl,
        redirects: site.redirects,
        gone: site.gone,
        headers: headersInside(basePathOf(url), readHeadersFile(textIn(site.files, HEADERS_FILE) ?? "").rules),
        root: siteRoot ?? `/var/www/${new URL(url).hostname}${basePathOf(url)}`,
      });
    });
  });
