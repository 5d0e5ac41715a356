import type { Command } from "commander";
import { diff } from "../publish/diff/diff.ts";
import { diffTable } from "./diff-table.ts";
import { addInputOptions, inputsOf } from "./input-options.ts";
import { createProgressLine } from "./progress-line.ts";
import { printDiagnostics, printDocument, sizeText } from "./report.ts";

export function addDiffCommand(program: Command, signal: AbortSignal): void {
  addInputOptions(
    program.command("diff").description("show what changes for visitors: words, pictures, addresses, weight"),
  )
    .argument(
      "[target | revision]",
      "what to compare with: a target of `publish` in site.yaml, or a git revision such as HEAD~1 (default: the live target or the only one, else the last build, else the last commit)",
    )
    .option("--html <file>", "write a page with pictures, and both versions of each page; needs no network")
    .option("--json", "print one JSON document with all changes")
    .action(async (against: string | undefined, flags) => {
      const line = flags.json ? undefined : createProgressLine();
      const { change, report, warnings } = await diff({
        ...inputsOf(flags),
        against,
        html: flags.html,
        signal,
        onProgress: line?.onProgress,
      }).finally(line?.clear);
      if (flags.json) return printDocument({ ok: true, ...change, ...(report && { report }) }, warnings);
      process.stdout.write(diffTable(change));
      if (report) process.stdout.write(`Wrote ${report.file} (${sizeText(report.bytes)}).\n`);
      printDiagnostics(warnings);
    });
}
