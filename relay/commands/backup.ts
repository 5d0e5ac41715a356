import { resolve } from "node:path";
import type { Command } from "commander";
import type { CommandContext } from "./command-context.ts";
import { jsonOption } from "./options.ts";
import { relayClient } from "./relay-client.ts";
import { printDocument, say } from "./report.ts";

export function addBackupCommand(program: Command, context: CommandContext): void {
  program
    .command("backup")
    .description("write a consistent copy of the store while the relay runs; it can be put in the store's place")
    .argument("<file>", "the file to write; it must not be there yet")
    .addOption(jsonOption())
    .action(async (file: string, { json }: { json?: boolean }) => {
      const backup = await relayClient(context).request("backup", { path: resolve(file) });
      if (json) printDocument(true, backup);
      else say(`${backup.bytes} bytes in ${backup.path}`);
    });
}
