import { timeOf } from "../clock.ts";
import { type Pause, pauseOf } from "../delivery/pause.ts";
import { eachItem } from "../service/protocol.ts";
import type { StoredSubmission } from "../store/operations/look-up.ts";
import type { CommandLine } from "./command-line.ts";
import { addFilterOptions, type FilterFlags, filterOfOptions, parseCount } from "./options.ts";
import { answer, pauseLines, tableOf, visible } from "./print.ts";

export function addListCommand(cli: CommandLine): void {
  addFilterOptions(cli.add("list", "show submissions, newest first"))
    .option("--limit <number>", "how many at most", parseCount, 50)
    .action(async (flags: FilterFlags & { limit: number }) => {
      const filter = filterOfOptions(flags);
      const submissions: StoredSubmission[] = [];
      for await (const item of eachItem((after) => cli.ask("list", { ...filter, limit: flags.limit + 1, after }))) {
        submissions.push(item);
        if (submissions.length > flags.limit) break;
      }
      const hasMore = submissions.length > flags.limit;
      if (hasMore) submissions.pop();
      const pauses = await cli.ask("pauses", {});
      answer(flags.json, { submissions, more: hasMore, pauses }, listOf(submissions, hasMore, pauses));
    });
}

function listOf(submissions: readonly StoredSubmission[], hasMore: boolean, pauses: readonly Pause[]): string {
  if (submissions.length === 0) return "No submissions.";
  const rows = submissions.map((one) => [one.reference, timeOf(one.receivedAt), one.form, statesOf(one), whoOf(one)]);
  const isPaused = submissions.some(({ entries }) => entries.some((entry) => pauseOf(entry, pauses) !== null));
  return [
    tableOf([["REFERENCE", "RECEIVED", "FORM", "MAILS", "FROM"], ...rows]),
    ...(hasMore ? ["There are more: see --limit, --since and --until."] : []),
    ...(isPaused ? pauseLines(pauses) : []),
  ].join("\n");
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
