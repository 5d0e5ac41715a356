// list and show: what is stored, for people and for scripts.
import { timeOf } from "../clock.ts";
import { OWN_SENTENCES } from "../mail/mail-words.ts";
import type { ShownField } from "../mail/shown-fields.ts";
import { eventText } from "../operators/plain-words.ts";
import { eachItem } from "../service/protocol.ts";
import type { Shown } from "../service/service.ts";
import type { StoredSubmission, SubmissionDetails, TimelineEvent } from "../store/outbox.ts";
import type { OutboxEntry } from "../store/outbox-entry.ts";
import { type Pause, pauseOf } from "../store/records.ts";
import {
  addFilterOptions,
  answer,
  type CommandLine,
  counted,
  type FilterFlags,
  type Flags,
  filterOf,
  parseCount,
  pauseLines,
  pauseReason,
  tableOf,
  visible,
} from "./command.ts";

export function addShowCommand(cli: CommandLine): void {
  cli
    .add("show", "show a submission, its mails and all that happened to it")
    .argument("<reference>", "its reference (EV-7K3M-9QXD) or id")
    .action(async (id: string, { json }: Flags) => {
      const found = await cli.ask("show", { id });
      const pauses = await cli.ask("pauses", {});
      answer(json, { submission: found, pauses: pausesOf(found, pauses) }, textOf(found, pauses).join("\n"));
    });
}

const pausesOf = ({ entries }: SubmissionDetails, pauses: readonly Pause[]) =>
  entries.flatMap((entry) => pauseOf(entry, pauses) ?? []);

function textOf(details: SubmissionDetails & Shown, pauses: readonly Pause[]): string[] {
  const { reference, id, form, receivedAt, submission, erasedAt, entries, timeline, shown } = details;
  return [
    `${reference}  (${id})`,
    `${form} form, received ${timeOf(receivedAt)}${submission?.page ? `, from ${visible(submission.page)}` : ""}`,
    ...(erasedAt === null ? [] : [`erased ${timeOf(erasedAt)}`]),
    "",
    ...shown.map((field) => `  ${visible(field.label)}: ${textOfField(field, receivedAt)}`),
    ...(shown.length > 0 ? [""] : []),
    "Mails",
    ...entries.map((entry) => `  ${mailOf(entry, pauseOf(entry, pauses))}`),
    "",
    "What happened",
    ...timeline.map(
      (event) => `  ${timeOf(event.at)}  ${visible(eventText(event, details, OWN_SENTENCES))}${detailsOf(event)}`,
    ),
  ];
}

const textOfField = ({ type, text, isUnknown }: ShownField, receivedAt: number): string =>
  type === "consent"
    ? `"${lines(text)}", given ${timeOf(receivedAt)}`
    : `${lines(text)}${isUnknown ? "  (a field that the relay does not know)" : ""}`;

const lines = (value: string): string => value.split("\n").map(visible).join("\n    ");

function mailOf({ kind, recipient, state, attempts, dueAt, reason, id }: OutboxEntry, pause: Pause | null): string {
  const to = recipient === "" ? "" : ` to ${visible(recipient)}`;
  const why = reason === null ? "" : ` (${reason})`;
  const next = state === "queued" ? `, ${nextAttempt(dueAt, pause)}` : "";
  return `${kind}${to}: ${state}${why}, ${counted(attempts, "attempt")}${next}  [${id}]`;
}

function nextAttempt(dueAt: number, pause: Pause | null): string {
  if (pause !== null) return `paused until ${timeOf(pause.until)}: ${pauseReason(pause)}`;
  return dueAt <= Date.now() ? "due now" : `next attempt ${timeOf(dueAt)}`;
}

/** What the words of the desk leave out, and who did it. */
function detailsOf({ what, actor }: TimelineEvent): string {
  const by = actor === null ? "" : `, by ${visible(actor)}`;
  if (what.type === "bounced") return `${what.status === null ? "" : ` (${what.status})`}${by}`;
  if (what.type !== "attempted") return by;
  const { number, smtpCode, enhancedCode, reply, queueId } = what.attempt;
  const code = [smtpCode, enhancedCode].filter((one) => one !== null).join(" ");
  const details = [code, reply && `"${visible(reply)}"`, queueId && `queue id ${visible(queueId)}`].filter(Boolean);
  return ` (attempt ${[number, ...details].join(", ")})`;
}

export function addListCommand(cli: CommandLine): void {
  addFilterOptions(cli.add("list", "show submissions, newest first"))
    .option("--limit <number>", "how many at most", parseCount, 50)
    .action(async (flags: FilterFlags & { limit: number }) => {
      const asked = { ...filterOf(flags), limit: flags.limit + 1 };
      const shown: StoredSubmission[] = [];
      for await (const item of eachItem((after) => cli.ask("list", { ...asked, after }))) {
        shown.push(item);
        if (shown.length > flags.limit) break;
      }
      const more = shown.length > flags.limit;
      if (more) shown.pop();
      const pauses = await cli.ask("pauses", {});
      answer(flags.json, { submissions: shown, more, pauses }, listOf(shown, more, pauses));
    });
}

function listOf(submissions: readonly StoredSubmission[], more: boolean, pauses: readonly Pause[]): string {
  if (submissions.length === 0) return "No submissions.";
  const rows = submissions.map((one) => [one.reference, timeOf(one.receivedAt), one.form, statesOf(one), whoOf(one)]);
  const isPaused = submissions.some(({ entries }) => entries.some((entry) => pauseOf(entry, pauses) !== null));
  return [
    tableOf([["REFERENCE", "RECEIVED", "FORM", "MAILS", "FROM"], ...rows]),
    ...(more ? ["There are more: see --limit, --since and --until."] : []),
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
