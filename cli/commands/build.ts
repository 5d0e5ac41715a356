import type { Command } from "commander";
import type { BuildWork } from "../diagnostics/progress.ts";
import { build } from "../pipeline/build.ts";
import { addInputOptions, inputsOf } from "./input-options.ts";
import { createProgressLine } from "./progress-line.ts";
import { nextChangeText, pagesText, printDiagnostics, printDocument, unfinishedText } from "./report.ts";

export function addBuildCommand(program: Command, signal: AbortSignal): void {
  addInputOptions(program.command("build").description("build the site"))
    .option("--out <dir>", "where the site is written (default: dist)")
    .option("--json", "print one JSON document about the build")
    .option("--quiet", "print only problems")
    .option("--verbose", "also print what was read, checked, rendered and written, and why")
    .action(async (flags) => {
      const line = flags.json || flags.quiet ? undefined : createProgressLine();
      const result = await build({
        ...inputsOf(flags),
        outDir: flags.out,
        signal,
        onProgress: line?.onProgress,
        onWork: flags.verbose && printWork,
      }).finally(line?.clear);
      const { routes, files, warnings, unfinished, nextChangeAt, unchanged } = result;
      const ms = Math.round(process.uptime() * 1000);
      if (flags.json)
        return printDocument({ ok: true, routes, files: files.length, ms, nextChangeAt, ...unfinished }, warnings);
      printDiagnostics(warnings);
      if (flags.quiet) return;
      const what = unchanged ? "Nothing changed:" : "Built";
      process.stdout.write(
        `${what} ${pagesText(routes)}, ${files.length} files in ${flags.out ?? "dist"} (${ms} ms).\n${unfinishedText(unfinished)}${nextChangeText(nextChangeAt)}`,
      );
    });
}

const printWork = ({ what, count, why }: BuildWork): void => {
  process.stderr.write(`${count} ${what === "rendered" ? "page" : "file"}${count === 1 ? "" : "s"} ${what}: ${why}\n`);
};
