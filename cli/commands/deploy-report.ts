// The report of a deploy: one JSON document, or text for people.

import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { DeployResult } from "../publish/deploy/deploy.ts";
import type { VerifyResult } from "../publish/live/verify-live.ts";
import { changeTable, files, forecast } from "./change-table.ts";
import { nextChangeText, sizeText, unfinishedText } from "./report.ts";
import { differenceTable } from "./verify.ts";

export interface FinishedDeploy {
  readonly result: DeployResult;
  readonly live: LiveComparison;
  readonly isDryRun: boolean;
  readonly ms: number;
}

/** Whether the live site is as it was built. */
export interface LiveComparison {
  /** undefined where the live site was not asked, or did not answer. */
  readonly result: VerifyResult | undefined;
  readonly warnings: readonly Diagnostic[];
}

export const differencesOf = ({ result }: LiveComparison): VerifyResult["differences"] => result?.differences ?? [];

export function deployDocument({ result, live, isDryRun, ms }: FinishedDeploy) {
  const { warnings: _, built, ...deployed } = result;
  const differences = differencesOf(live);
  return {
    ok: differences.length === 0,
    dryRun: isDryRun,
    ...deployed,
    verified: live.result ? { asked: live.result.asked, differences } : null,
    nextChangeAt: built?.nextChangeAt ?? null,
    ms,
  };
}

export function deployText({ result, live, isDryRun, ms }: FinishedDeploy): string {
  const { built, changes } = result;
  return [
    isDryRun ? `${changeTable(changes)}${forecast(result)}\n` : `${publishedText(result, ms)}\n`,
    built ? unfinishedText(built.unfinished) + nextChangeText(built.nextChangeAt, "deploy") : "",
    live.result ? differenceTable(live.result) : "",
  ].join("");
}

function publishedText({ uploaded, uploadedBytes, deleted, unchanged, publication, target }: DeployResult, ms: number) {
  const where = target.url ?? target.to;
  if (uploaded + deleted === 0) return `Nothing changed: ${files(unchanged)} in ${target.to} (${ms} ms).`;
  const what = publication?.rollbackOf
    ? `Brought ${publication.rollbackOf} back`
    : `Published ${publication?.pages} pages`;
  const done = `${what} at ${where}: ${files(uploaded)} uploaded (${sizeText(uploadedBytes)}), ${deleted} deleted (${ms} ms).`;
  return publication?.rollbackOf ? `${done}\n${stillThere(publication.commit)}` : done;
}

/** A rollback changes only the target. */
const stillThere = (commit: string | undefined): string =>
  [
    "Where your files in content/ still hold the change, the next deploy publishes it again. Undo it there, too:",
    commit?.match(/^\w+$/)
      ? `  git restore --source ${commit} -- content   # all of content/ as it was published`
      : "  git log -- content   # then: git revert COMMIT",
    'content/README.md, "Undo", has all ways.',
  ].join("\n");
