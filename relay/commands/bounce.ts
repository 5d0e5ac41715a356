import { MAX_BOUNCE_BYTES, parseBounce } from "../bounces/parse-bounce.ts";
import { CommandError } from "../service/protocol.ts";
import { WORDS } from "./change.ts";
import { type CommandLine, EXIT } from "./command-line.ts";
import type { Flags } from "./options.ts";
import { answer, printProblems } from "./print.ts";

/** A mail server tries again later if the relay does not run. What is no bounce of ours is accepted too, or it would bounce itself. */
export function addBounceCommand(cli: CommandLine): void {
  const description =
    "record a bounced mail from standard input, as a mail server pipes it (relay/docs/deliverability.md)";
  cli
    .add("bounce", description)
    .option("--recipient <address>", "the address that it came to; otherwise its headers say it")
    .action(async ({ recipient, json }: Flags & { recipient?: string }) => {
      const report = await parseBounce(await readInput(), recipient ?? null);
      try {
        const { outcome } = await cli.ask("bounce", { report });
        answer(json, { outcome }, WORDS[outcome]);
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        printProblems(json, [error.problem]);
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
