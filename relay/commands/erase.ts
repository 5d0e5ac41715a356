import { createInterface } from "node:readline";
import { timeOf } from "../clock.ts";
import { CommandError, eachItem } from "../service/protocol.ts";
import { BEYOND_ERASURE, type ErasureReceipt } from "../store/operations/erase.ts";
import type { StoredSubmission } from "../store/operations/look-up.ts";
import { counted } from "../text/counted.ts";
import type { CommandLine } from "./command-line.ts";
import type { Flags } from "./options.ts";
import { answer, say, tableOf, visible } from "./print.ts";

export function addEraseCommand(cli: CommandLine): void {
  cli
    .add("erase", "erase all that one person sent, from every file of the store, and give a receipt")
    .requiredOption("--email <address>", "the person's address")
    .option("-y, --yes", "erase without a question, for scripts")
    .action(async ({ email, json, yes }: Flags & { email: string; yes?: boolean }) => {
      if (!yes) {
        if (json || !process.stdin.isTTY)
          throw new CommandError("USAGE", "Nothing was erased: there is nobody to ask.", {
            hint: "give --yes; `eventsite-relay list --email ADDRESS` shows what would be erased",
          });
        const submissions: StoredSubmission[] = [];
        for await (const item of eachItem((after) => cli.ask("list", { email, after }))) submissions.push(item);
        process.stderr.write(`${previewOf(email, submissions)}\n`);
        if (!(await isConfirmed(process.stdin, process.stderr, cli.signal))) return say("Nothing was erased.");
      }
      const receipt = await cli.ask("erase", { email });
      answer(json, { receipt, outside: BEYOND_ERASURE }, receiptText(receipt));
    });
}

export function previewOf(email: string, submissions: readonly StoredSubmission[]): string {
  const stored = submissions.filter(({ erasedAt }) => erasedAt === null);
  if (stored.length === 0) return `Nothing of ${visible(email)} is stored. A receipt would say so.`;
  const mails = stored.reduce((sum, { entries }) => sum + entries.length, 0);
  const rows = stored.map(({ reference, form, receivedAt }) => [reference, timeOf(receivedAt), form]);
  return [
    `${counted(stored.length, "request")} of ${visible(email)} with ${counted(mails, "mail")}:`,
    tableOf([["REFERENCE", "RECEIVED", "FORM"], ...rows]),
    "No byte of them is left in the store, also of mails that were not delivered yet. Backups keep theirs.",
  ].join("\n");
}

/** "y" or "yes"; anything else, or the end of the input, is no. */
export async function isConfirmed(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  signal?: AbortSignal,
): Promise<boolean> {
  const lines = createInterface({ input, output, terminal: false, ...(signal && { signal }) });
  output.write("Erase all of it? [y/N] ");
  try {
    for await (const line of lines) return /^y(?:es)?$/i.test(line.trim());
    return false;
  } finally {
    lines.close();
  }
}

function receiptText({ id, at, submissions, entries, references }: ErasureReceipt): string {
  if (submissions === 0) return `Nothing of this address is stored.\nReceipt ${id}, ${timeOf(at)}`;
  return [
    `Erased: ${counted(submissions, "submission")}, ${counted(entries, "mail")}.`,
    `Receipt ${id}, ${timeOf(at)}`,
    `References: ${references.join(", ")}`,
    "Not in the relay's reach:",
    ...BEYOND_ERASURE.map((place) => `  - ${place}`),
  ].join("\n");
}
