import type { Command } from "commander";
import { renameEntry } from "../authoring/rename-entry.ts";
import { addFolderOptions, foldersOf } from "./input-options.ts";
import { printResult } from "./report.ts";

export function addRenameCommand(program: Command): void {
  addFolderOptions(
    program
      .command("rename")
      .description("give an entry another name, with every link to it, and lead its old address on"),
  )
    .argument("<from>", "the entry, such as services/gala-dinners")
    .argument("<to>", "its new name, such as galas")
    .option("--json", "print one JSON document about what was changed")
    .action(async (from: string, to: string, flags) => {
      const { files, changed, redirect } = await renameEntry({ from, to, ...foldersOf(flags) });
      const lines = [
        ...files.map((file) => `${file.from} is now ${file.to}`),
        ...changed.map((file) => `Changed ${file}`),
        ...(redirect ? [`${redirect.from} leads to ${redirect.to}`] : []),
      ];
      printResult(flags.json, { files, changed, redirect: redirect ?? null }, `${lines.join("\n")}\n`);
    });
}
