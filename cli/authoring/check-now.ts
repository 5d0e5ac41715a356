import type { CheckOptions } from "../config/resolve-config.ts";
import type { SourceList } from "../content/sources/list-sources.ts";
import type { HostName } from "../hosting/hosts.ts";
import { type CheckResult, checkSite } from "../pipeline/check.ts";
import { hostProblems } from "../publish/hosts/for-host.ts";
import { staleSchemas } from "./editor-files.ts";

export interface HostCheckOptions extends CheckOptions {
  /** Also reports what would not work on this host. */
  readonly as?: HostName | undefined;
}

/**
 * All problems that the content and the templates have now, or would have with other sources. Never rejects because of the content: its
 * problems are in the result.
 */
export const checkNow = ({ as, ...options }: HostCheckOptions = {}, sources?: SourceList): Promise<CheckResult> =>
  checkSite(
    options,
    {
      ofTemplates: staleSchemas,
      ofSite: (config, site) => (as === undefined ? [] : hostProblems(config, as, site)),
    },
    sources,
  );
