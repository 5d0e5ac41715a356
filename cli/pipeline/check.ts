// All problems of a site: every stage except writing, over what the last build knew.
import { resolve } from "node:path";
import { type CheckOptions, resolveConfig } from "../config/resolve-config.ts";
import { asBuildFailure } from "../diagnostics/as-build-failure.ts";
import { BuildFailedError, type Diagnostic, sortDiagnostics } from "../diagnostics/diagnostic.ts";
import type { HostName } from "../hosts/host-rules.ts";
import { MAIL_WORDS_PATH } from "../render/render-site-files.ts";
import { staleSchemas } from "../schema/editor-files.ts";
import { hostProblems } from "./for-host.ts";
import type { Unfinished } from "./load-content.ts";
import { staleMailWords } from "./mail-words.ts";
import { CHECKED_ONLY, type PublishedRoute, runStages } from "./run-stages.ts";
import { withFacts } from "./stage-context.ts";

export interface HostCheckOptions extends CheckOptions {
  /** Also reports what would not work on this host. */
  readonly as?: HostName | undefined;
}

export interface CheckResult {
  /** The content that was checked, as an absolute path. */
  readonly contentDir: string;
  readonly routes: readonly PublishedRoute[];
  readonly diagnostics: readonly Diagnostic[];
  /** undefined if the content stops a build. */
  readonly unfinished: Unfinished | undefined;
}

/** Every stage except writing. Never rejects because of the content: all problems are in the result. */
export async function check({ as, ...options }: HostCheckOptions = {}): Promise<CheckResult> {
  const contentDir = resolve(options.root ?? ".", options.contentDir ?? "content");
  let stale: readonly Diagnostic[] = [];
  try {
    const { routes, warnings, unfinished } = await asBuildFailure(async () => {
      const config = resolveConfig(options);
      return withFacts(config, async (context) => {
        stale = staleSchemas(config, context.templates);
        const result = await runStages(context, CHECKED_ONLY);
        const words = result.files.find(({ path }) => path === MAIL_WORDS_PATH)?.content;
        if (words) stale = [...stale, ...staleMailWords(config, JSON.parse(Buffer.from(words).toString()))];
        const found = as === undefined ? [] : hostProblems(config, as, result);
        return { ...result, warnings: [...result.warnings, ...found] };
      });
    });
    return { contentDir, routes, diagnostics: sortDiagnostics([...stale, ...warnings]), unfinished };
  } catch (error) {
    if (!(error instanceof BuildFailedError)) throw error;
    const diagnostics = sortDiagnostics([...stale, ...error.diagnostics]);
    return { contentDir, routes: [], diagnostics, unfinished: undefined };
  }
}
