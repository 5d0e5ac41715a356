import type { Command } from "commander";
import { check } from "../api/check.ts";
import { addInputOptions, asOption, inputsOf } from "./input-options.ts";
import { EXIT, nextChangeText, pagesText, printDiagnostics, printDocument, unfinishedText } from "./report.ts";

export function addCheckCommand(program: Command, signal: AbortSignal): void {
  addInputOptions(program.command("check").description("find every problem of the content, and write nothing"))
    .option("--release", "also fail on values still marked as placeholders")
    .addOption(asOption("also report what would not work on this host"))
    .option("--report <file>", "also write the report as Markdown, for a comment on a request")
    .option("--json", "print one JSON document about the check")
    .option("--quiet", "print only problems")
    .action(async (flags) => {
      // Nothing is written, so nothing has to be restored.
      signal.addEventListener("abort", () => process.exit(EXIT.interrupted));
      const { contentDir, routes, diagnostics, unfinished, nextChangeAt } = await check({
        ...inputsOf(flags),
        release: flags.release,
        as: flags.as,
        report: flags.report,
      });
      const ok = !diagnostics.some(({ severity }) => severity === "error");
      if (!ok) process.exitCode = EXIT.failed;
      const ms = Math.round(performance.now());
      if (flags.json) return printDocument({ ok, routes, files: 0, ms, nextChangeAt, ...unfinished }, diagnostics);
      printDiagnostics(diagnostics);
      if (!ok || flags.quiet) return;
      const result = resultText(`${pagesText(routes)} of ${contentDir}`, diagnostics.length);
      process.stdout.write(`${result}\n${unfinished ? unfinishedText(unfinished) : ""}${nextChangeText(nextChangeAt)}`);
    });
}

function resultText(where: string, warnings: number): string {
  if (warnings === 0) return `No problems in ${where}.`;
  const above = warnings === 1 ? "the warning above does" : `the ${warnings} warnings above do`;
  return `No errors in ${where}; ${above} not stop a build.`;
}
