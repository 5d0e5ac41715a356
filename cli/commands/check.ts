import type { Command } from "commander";
import { check } from "../pipeline/check.ts";
import { EXIT } from "./exit-codes.ts";
import { addInputOptions, asOption, inputsOf } from "./input-options.ts";
import { printDiagnostics, printJson, unfinishedText } from "./report.ts";

export function addCheckCommand(program: Command, signal: AbortSignal): void {
  addInputOptions(program.command("check").description("find every problem of the content, and write nothing"))
    .option("--release", "also fail on values still marked as placeholders")
    .addOption(asOption("also report what would not work on this host"))
    .option("--json", "print one JSON document about the check")
    .option("--quiet", "print only problems")
    .action(async (flags) => {
      // Nothing is written, so nothing has to be restored.
      signal.addEventListener("abort", () => process.exit(EXIT.interrupted));
      const { contentDir, routes, diagnostics, unfinished } = await check({
        ...inputsOf(flags),
        release: flags.release,
        as: flags.as,
      });
      const ok = !diagnostics.some(({ severity }) => severity === "error");
      if (!ok) process.exitCode = EXIT.failed;
      const ms = Math.round(performance.now());
      if (flags.json) return printJson({ ok, routes, files: 0, ms, diagnostics, unfinished });
      printDiagnostics(diagnostics);
      if (ok && !flags.quiet)
        process.stdout.write(
          `No problems in ${routes.length} pages of ${contentDir}.\n${unfinished ? unfinishedText(unfinished) : ""}`,
        );
    });
}
