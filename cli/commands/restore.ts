import type { Command } from "commander";
import { type RestoreResult, restore } from "../publish/restore/restore.ts";
import { addFolderOptions, foldersOf } from "./input-options.ts";
import { printDiagnostics, printDocument } from "./report.ts";

export function addRestoreCommand(program: Command): void {
  addFolderOptions(
    program
      .command("restore")
      .description("give files that a CMS has written whole their comments, order, quotes and blank lines back"),
  )
    .requiredOption("--since <revision>", "the git revision that still has them, such as origin/main")
    .option("--json", "print one JSON document about the files")
    .action(async ({ since, json, ...flags }) => {
      const result = await restore({ ...foldersOf(flags), since });
      const { warnings, ...files } = result;
      if (json) return printDocument({ ok: true, ...files }, warnings);
      process.stdout.write(restoreText(result, since));
      printDiagnostics(warnings);
    });
}

function restoreText({ restored, unchanged, warnings }: RestoreResult, since: string): string {
  const differs = (lines: number) => `${lines} ${lines === 1 ? "line differs" : "lines differ"} from ${since}`;
  const rows = [
    ...restored.map(({ file, lines }) => `Restored ${file}: ${differs(lines)}`),
    ...unchanged.map((file) => `${file} needs nothing`),
    ...warnings.map(({ file }) => `Left ${file}`),
  ];
  return rows.length === 0 ? `No content file of ${since} has changed.\n` : `${rows.join("\n")}\n`;
}
