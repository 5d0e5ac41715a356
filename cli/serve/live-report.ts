// What open pages report about the site: its problems, and files that still have samples in them.

import { join } from "node:path";
import type { Config } from "../config/resolve-config.ts";
import type { LiveProblem, LiveStarter } from "./live-message.ts";
import type { LiveSite } from "./live-site.ts";
import { redactPaths } from "./redact-paths.ts";

export interface LiveReport {
  readonly problems: readonly LiveProblem[];
  readonly starters: readonly LiveStarter[];
}

/** Only a page on this machine gets full paths. */
export function liveReport(site: Pick<LiveSite, "problems" | "starters">, config: Config, isHere: boolean): LiveReport {
  const problems = site.problems();
  const starters = site.starters();
  if (!isHere) return { problems: redactPaths(problems, config), starters: starters.map((file) => ({ file })) };
  const pathOf = (file: string) => join(config.root, file);
  return {
    problems: problems.map((problem) =>
      problem.file === undefined ? problem : { ...problem, path: pathOf(problem.file) },
    ),
    starters: starters.map((file) => ({ file, path: pathOf(file) })),
  };
}
