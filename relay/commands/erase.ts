import type { Command } from "commander";
import { BEYOND_ERASURE, type ErasureReceipt } from "../outbox/outbox.ts";
import type { CommandContext } from "./command-context.ts";
import { jsonOption } from "./options.ts";
import { relayClient } from "./relay-client.ts";
import { printDocument, say, timeOf } from "./report.ts";

export function addEraseCommand(program: Command, context: CommandContext): void {
  program
    .command("erase")
    .description("erase all that one person sent, from every file of the store, and give a receipt")
    .requiredOption("--email <address>", "the person's address")
    .addOption(jsonOption())
    .action(async ({ email, json }: { email: string; json?: boolean }) => {
      const receipt = (await relayClient(context).request("erase", { email })) as ErasureReceipt;
      if (json) printDocument(true, { receipt, outside: BEYOND_ERASURE });
      else say(textOf(receipt));
    });
}

function textOf({ id, at, submissions, entries, references }: ErasureReceipt): string {
  if (submissions === 0) return `Nothing of this address is stored.\nReceipt ${id}, ${timeOf(at)}`;
  return [
    `Erased: ${submissions} ${submissions === 1 ? "submission" : "submissions"}, ${entries} ${entries === 1 ? "mail" : "mails"}.`,
    `Receipt ${id}, ${timeOf(at)}`,
    `References: ${references.join(", ")}`,
    "Not in the relay's reach:",
    ...BEYOND_ERASURE.map((place) => `  - ${place}`),
  ].join("\n");
}
