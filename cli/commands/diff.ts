import type { Command } from "commander";
import { diff } from "../diff/diff.ts";
import type { DiffResult } from "../index.ts";
import { sizeText } from "./change-table.ts";
import { diffTable } from "./diff-table.ts";
import { addInputOptions, inputsOf } from "./input-options.ts";
import { createProgressLine } from "./progress-line.ts";
import { printDiagnostics, printDocument } from "./report.ts";

export function addDiffCommand(program: Command, signal: AbortSignal): void {
  addInputOptions(
    program.command("diff").description("show what changes for visitors: words, pictures, addresses, weight"),
  )
    .argument(
      "[target | revision]",
      "what to compare with: a target of `publish` in site.yaml, or a git revision such as HEAD~1 (default: the live target, else the last build, else the last commit)",
    )
    .option("--html <file>", "write a page with pictures of it all, for a phone; needs no network")
    .option("--no-screenshots", "leave pictures of whole pages out, which need a Chromium")
    .option("--json", "print one JSON document with all changes")
    .action(async (against: string | undefined, flags) => {
      const line = flags.json ? undefined : createProgressLine(process.stderr, () => performance.now());
      const { change, report, warnings } = await diff({
        ...inputsOf(flags),
        ...{ against, html: flags.html, screenshots: flags.screenshots, signal, onProgress: line?.onProgress },
      }).finally(line?.clear);
      if (flags.json) return printDocument({ ok: true, ...change, ...(report && { report }), diagnostics: warnings });
      process.stdout.write(diffTable(change));
      if (report) process.stdout.write(`${reportLine(report)}\n`);
      printDiagnostics(warnings);
    });
}

function reportLine({ file, bytes, screenshots }: NonNullable<DiffResult["report"]>): string {
  const shown = screenshots === 0 ? "without screenshots" : `with screenshots of ${screenshots} pages`;
  return `Wrote ${file} (${sizeText(bytes)}, ${shown}).`;
}
