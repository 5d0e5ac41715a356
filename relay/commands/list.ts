import type { Command } from "commander";
import type { StoredSubmission } from "../store/outbox.ts";
import { type Pause, pauseOf } from "../store/pause.ts";
import type { CommandContext } from "./command-context.ts";
import { addFilterOptions, type FilterFlags, filterOf, parseCount } from "./options.ts";
import { relayClient } from "./relay-client.ts";
import { pauseLines, printDocument, say, tableOf, timeOf, visible } from "./report.ts";

export function addListCommand(program: Command, context: CommandContext): void {
  addFilterOptions(program.command("list").description("show submissions, newest first"))
    .option("--limit <number>", "how many at most", parseCount, 50)
    .action(async (flags: FilterFlags & { limit: number; json?: boolean }) => {
      // One more than is shown says whether there are more.
      const found: StoredSubmission[] = [];
      const request = { ...filterOf(flags), limit: flags.limit + 1 };
      for await (const item of relayClient(context).list("list", request)) found.push(item);
      const shown = found.slice(0, flags.limit);
      const more = found.length > shown.length;
      const pauses = await relayClient(context).request("pauses", {});
      if (flags.json) printDocument(true, { submissions: shown, more, pauses });
      else print(shown, more, pauses);
    });
}

function print(submissions: readonly StoredSubmission[], more: boolean, pauses: readonly Pause[]): void {
  if (submissions.length === 0) {
    say("No submissions.");
    return;
  }
  const rows = submissions.map((one) => [one.reference, timeOf(one.receivedAt), one.form, statesOf(one), whoOf(one)]);
  say(tableOf([["REFERENCE", "RECEIVED", "FORM", "MAILS", "FROM"], ...rows]));
  if (more) say("There are more: see --limit, --since and --until.");
  const isPaused = submissions.some(({ entries }) => entries.some((entry) => pauseOf(entry, pauses) !== null));
  if (isPaused) say(pauseLines(pauses).join("\n"));
}

const statesOf = ({ entries }: StoredSubmission): string =>
  entries
    .map(({ kind, state, reason }) => `${kind} ${state}${state === "delivered" && reason ? ` (${reason})` : ""}`)
    .join(", ") || "none";

function whoOf({ submission, erasedAt }: StoredSubmission): string {
  if (submission === null) return erasedAt === null ? "(damaged)" : "(erased)";
  const { firstName, lastName, email } = submission.fields;
  return visible(`${[firstName, lastName].filter(Boolean).join(" ")} <${email}>`);
}
