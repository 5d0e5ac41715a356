import { type Command, InvalidArgumentError } from "commander";
import { BuildFailedError } from "../diagnostics/diagnostic.ts";
import { type DeployOptions, type DeployResult, deploy } from "../publish/deploy/deploy.ts";
import { verify } from "../publish/live/verify-live.ts";
import {
  deployDocument,
  deployText,
  differencesOf,
  type FinishedDeploy,
  type LiveComparison,
} from "./deploy-report.ts";
import { addInputOptions, type InputFlags, inputsOf } from "./input-options.ts";
import { createProgressLine } from "./progress-line.ts";
import { EXIT, printDiagnostics, printDocument } from "./report.ts";

type SameOptions = "dryRun" | "yes" | "maxDeletes" | "gone" | "withPlaceholders" | "rollback";

interface DeployFlags extends InputFlags, Pick<DeployOptions, SameOptions> {
  readonly verify: boolean;
  readonly out?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

export function addDeployCommand(program: Command, signal: AbortSignal): void {
  addInputOptions(program.command("deploy").description("build the site and publish it where site.yaml says"))
    .argument("[target]", "its name in `publish` of site.yaml; may be left out where there is one")
    .option("--dry-run", "show what would change, and change nothing")
    .option("--yes", "delete pages without asking, however many")
    .option("--max-deletes <number>", "delete at most so many pages", parseCount)
    .option("--gone <path>", "an address that may end without a redirect; may be given several times", collect)
    .option("--with-placeholders", "publish placeholders on a live target, too")
    .option(
      "--rollback [publication]",
      "bring the previous publication, or a listed one, back from what the target holds",
    )
    .option("--no-verify", "do not ask the live site afterwards whether it is as it was built")
    .option("--out <dir>", "where the site is built (default: dist)")
    .option("--json", "print one JSON document about the deploy")
    .option("--quiet", "print nothing but problems")
    .action(async (target: string | undefined, flags: DeployFlags) => {
      const result = await deployTo(target, flags, signal);
      const live = await checkLive(result, flags, signal);
      if (differencesOf(live).length > 0) process.exitCode = EXIT.failed;
      printDeploy({ result, live, isDryRun: flags.dryRun === true, ms: Math.round(performance.now()) }, flags);
    });
}

function deployTo(target: string | undefined, flags: DeployFlags, signal: AbortSignal): Promise<DeployResult> {
  const { dryRun, yes, maxDeletes, gone, withPlaceholders } = flags;
  const line = flags.json || flags.quiet ? undefined : createProgressLine();
  return deploy({
    ...inputsOf(flags),
    ...requestedPublication(target, flags.rollback),
    dryRun,
    yes,
    maxDeletes,
    gone,
    withPlaceholders,
    outDir: flags.out,
    signal,
    onProgress: line?.onProgress,
    onWait() {
      if (line) process.stderr.write("Another deploy may be at work; this takes up to half a minute to find out.\n");
    },
  }).finally(line?.clear);
}

/** "deploy --rollback live": the word behind the option is the target. */
function requestedPublication(
  target: string | undefined,
  rollback: DeployFlags["rollback"],
): Pick<DeployOptions, "target" | "rollback"> {
  const isTarget = target === undefined && typeof rollback === "string" && !/^\d{8}-/.test(rollback);
  return isTarget ? { target: rollback, rollback: true } : { target, rollback };
}

const NOT_ASKED: LiveComparison = { result: undefined, warnings: [] };

/** A site that this machine cannot reach is published all the same. */
async function checkLive(
  { target, built }: DeployResult,
  flags: DeployFlags,
  signal: AbortSignal,
): Promise<LiveComparison> {
  const { url } = target;
  if (!flags.verify || flags.dryRun || flags.rollback || url === undefined) return NOT_ASKED;
  try {
    const result = await verify({ ...inputsOf(flags), outDir: flags.out, url, signal, built });
    return { result, warnings: [] };
  } catch (error) {
    const [problem] = error instanceof BuildFailedError ? error.diagnostics : [];
    if (problem?.code !== "LIVE_UNREACHABLE") throw error;
    return { result: undefined, warnings: [{ ...problem, severity: "warning" }] };
  }
}

function printDeploy(finished: FinishedDeploy, { json, quiet }: DeployFlags): void {
  const warnings = [...finished.result.warnings, ...finished.live.warnings];
  if (json) {
    printDocument(deployDocument(finished), warnings);
    return;
  }
  printDiagnostics(warnings);
  if (!quiet) process.stdout.write(deployText(finished));
}

const collect = (value: string, others: readonly string[] = []): readonly string[] => [...others, value];

function parseCount(value: string): number {
  const count = Number(value);
  if (!Number.isInteger(count) || count < 0) throw new InvalidArgumentError("Write a whole number, such as 10.");
  return count;
}
