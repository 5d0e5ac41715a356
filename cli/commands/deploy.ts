import { type Command, InvalidArgumentError } from "commander";
import { BuildFailedError } from "../diagnostics/diagnostic.ts";
import { type DeployResult, deploy } from "../publish/deploy/deploy.ts";
import { type VerifyOptions, verify } from "../publish/live/verify-live.ts";
import { changeTable, files, forecast } from "./change-table.ts";
import { addInputOptions, inputsOf } from "./input-options.ts";
import { createProgressLine } from "./progress-line.ts";
import { EXIT, nextChangeText, printDiagnostics, printDocument, sizeText, unfinishedText } from "./report.ts";
import { differenceTable } from "./verify.ts";

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
    .action(async (target: string | undefined, flags) => {
      const line = flags.json || flags.quiet ? undefined : createProgressLine();
      const { dryRun, yes, maxDeletes, gone, withPlaceholders, rollback } = flags;
      // "deploy --rollback live": the word behind the option is the target.
      const isTarget = target === undefined && typeof rollback === "string" && !/^\d{8}-/.test(rollback);
      const asked = isTarget ? { target: rollback, rollback: true } : { target, rollback };
      const result = await deploy({
        ...inputsOf(flags),
        ...{ ...asked, dryRun, yes, maxDeletes, gone, withPlaceholders },
        outDir: flags.out,
        signal,
        onProgress: line?.onProgress,
        onWait() {
          if (line)
            process.stderr.write("Another deploy may be at work; this takes up to half a minute to find out.\n");
        },
      }).finally(line?.clear);
      const { url } = result.target;
      const isVerified = flags.verify && !dryRun && !rollback && url !== undefined;
      const verified = isVerified
        ? await verifyDeployed({ ...inputsOf(flags), outDir: flags.out, url, signal, built: result.built })
        : undefined;
      const differences = verified?.result?.differences ?? [];
      const ok = differences.length === 0;
      if (!ok) process.exitCode = EXIT.failed;
      const ms = Math.round(performance.now());
      const { warnings: deployed, built, ...about } = result;
      const warnings = [...deployed, ...(verified?.warnings ?? [])];
      const checked = verified?.result && { asked: verified.result.asked, differences };
      if (flags.json)
        return printDocument(
          {
            ...{ ok, dryRun: dryRun === true, ...about },
            ...{ verified: checked ?? null, nextChangeAt: built?.nextChangeAt ?? null, ms },
          },
          warnings,
        );
      printDiagnostics(warnings);
      if (flags.quiet) return;
      if (dryRun) process.stdout.write(changeTable(result.changes));
      process.stdout.write(`${dryRun ? forecast(result) : report(result, ms)}\n`);
      if (built) process.stdout.write(unfinishedText(built.unfinished) + nextChangeText(built.nextChangeAt, "deploy"));
      if (verified?.result) process.stdout.write(differenceTable(verified.result));
    });
}

/** A site that this machine cannot reach is published all the same. */
async function verifyDeployed(options: VerifyOptions) {
  try {
    return { result: await verify(options), warnings: [] };
  } catch (error) {
    const [found] = error instanceof BuildFailedError ? error.diagnostics : [];
    if (found?.code !== "LIVE_UNREACHABLE") throw error;
    return { result: undefined, warnings: [{ ...found, severity: "warning" as const }] };
  }
}

function report({ uploaded, uploadedBytes, deleted, unchanged, publication, target }: DeployResult, ms: number) {
  const where = target.url ?? target.to;
  if (uploaded + deleted === 0) return `Nothing changed: ${files(unchanged)} in ${target.to} (${ms} ms).`;
  const what = publication?.rollbackOf
    ? `Brought ${publication.rollbackOf} back`
    : `Published ${publication?.pages} pages`;
  const done = `${what} at ${where}: ${files(uploaded)} uploaded (${sizeText(uploadedBytes)}), ${deleted} deleted (${ms} ms).`;
  return publication?.rollbackOf ? `${done}\n${stillThere(publication.commit)}` : done;
}

/** A rollback changes the target alone. */
const stillThere = (commit: string | undefined): string =>
  [
    "Where your files in content/ still hold the change, the next deploy publishes it again. Undo it there, too:",
    commit?.match(/^\w+$/)
      ? `  git restore --source ${commit} -- content   # all of content/ as it was published`
      : "  git log -- content   # then: git revert COMMIT",
    'content/README.md, "Undo", has all ways.',
  ].join("\n");

const collect = (value: string, known: readonly string[] = []): readonly string[] => [...known, value];

function parseCount(value: string): number {
  const count = Number(value);
  if (!Number.isInteger(count) || count < 0) throw new InvalidArgumentError("Write a whole number, such as 10.");
  return count;
}
