import type { Command } from "commander";
import { MAX_BOUNCE_BYTES, parseBounce } from "../mail/parse-bounce.ts";
import { CommandError } from "../service/protocol.ts";
import type { BounceOutcome } from "../service/take-bounces.ts";
import {
  type CommandContext,
  EXIT,
  errorOf,
  jsonOption,
  printDiagnostics,
  printDocument,
  relayClient,
  say,
} from "./command.ts";

const WORDS: Readonly<Record<BounceOutcome, string>> = {
  recorded: "The bounce is kept with its mail.",
  repeated: "This bounce is known already.",
  unknown: "It is about no acknowledgement of this relay; nothing was changed.",
  "no-bounce": "The mail reports no failure; nothing was changed.",
};

/** A mail server tries again later if the relay does not run. What is no bounce of ours is accepted too, or it would bounce itself. */
export function addBounceCommand(program: Command, context: CommandContext): void {
  program
    .command("bounce")
    .description("record a bounced mail from standard input, as a mail server pipes it (relay/deliverability.md)")
    .option("--recipient <address>", "the address that it came to; otherwise its headers say it")
    .addOption(jsonOption())
    .action(async ({ recipient, json }: { recipient?: string; json?: boolean }) => {
      const report = await parseBounce(await readInput(), recipient ?? null);
      try {
        const { outcome } = await relayClient(context).request("bounce", { report });
        if (json) printDocument(true, { outcome });
        else say(WORDS[outcome]);
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        if (json) printDocument(false, {}, [errorOf(error.problem)]);
        else printDiagnostics([errorOf(error.problem)]);
        process.exitCode = EXIT.tryAgain;
      }
    });
}

async function readInput(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    // To its end, or the mail server's pipe would break.
    if (size < MAX_BOUNCE_BYTES) chunks.push(chunk);
    size += chunk.length;
  }
  return Buffer.concat(chunks);
}
