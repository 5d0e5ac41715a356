// list and show: what is stored, for people and for scripts.

import { timeOf } from "../clock.ts";
import { type Pause, pauseOf } from "../delivery/pause.ts";
import { eventText } from "../http/desk/plain-words.ts";
import type { ShownField } from "../requests/shown-fields.ts";
import type { WithShownFields } from "../service/export-table.ts";
import type { SubmissionDetails, TimelineEvent } from "../store/operations/look-up.ts";
import type { OutboxEntry } from "../store/rows/outbox-entry.ts";
import { counted } from "../text/counted.ts";
import { OWN_SENTENCES } from "../words/mail-words.ts";
import type { CommandLine } from "./command-line.ts";
import type { Flags } from "./options.ts";
import { answer, pauseReason, visible } from "./print.ts";

export function addShowCommand(cli: CommandLine): void {
  cli
    .add("show", "show a submission, its mails and all that happened to it")
    .argument("<reference>", "its reference (EV-7K3M-9QXD) or id")
    .action(async (id: string, { json }: Flags) => {
      const submission = await cli.ask("show", { id });
      const pauses = await cli.ask("pauses", {});
      answer(
        json,
        { submission: submission, pauses: pausesOf(submission, pauses) },
        detailsText(submission, pauses).join("\n"),
      );
    });
}

const pausesOf = ({ entries }: SubmissionDetails, pauses: readonly Pause[]) =>
  entries.flatMap((entry) => pauseOf(entry, pauses) ?? []);

function detailsText(details: SubmissionDetails & WithShownFields, pauses: readonly Pause[]): string[] {
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
