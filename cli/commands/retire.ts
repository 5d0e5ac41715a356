import type { Command } from "commander";
import { retireEntry } from "../authoring/retire-entry.ts";
import { addFolderOptions, foldersOf } from "./input-options.ts";
import { printResult } from "./report.ts";

export function addRetireCommand(program: Command): void {
  addFolderOptions(
    program.command("retire").description("take an entry away, with what names it, and lead its visitors on"),
  )
    .argument("<entry>", "the entry, such as services/gala-dinners or the address of its page")
    .option("--to <entry>", "where its visitors are led: another entry, or an http(s) address")
    .option("--json", "print one JSON document about what was changed")
    .action(async (entry: string, flags) => {
      const { removed, changed, addresses, to, twice } = await retireEntry({
        entry,
        to: flags.to,
        ...foldersOf(flags),
      });
      const lines = [
        ...removed.map((file) => `Removed ${file}`),
        ...changed.map((file) => `Changed ${file}`),
        ...addresses.map((address) => (to === undefined ? `${address} is gone` : `${address} leads to ${to}`)),
        ...twice.map(
          ({ file, lines }) =>
            `${file}: lines ${lines.join(" and ")} lead to the same page now. Keep the one that is meant.`,
        ),
      ];
      printResult(flags.json, { removed, changed, addresses, to: to ?? null, twice }, `${lines.join("\n")}\n`);
    });
}
