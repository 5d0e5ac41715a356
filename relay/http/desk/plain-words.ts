// States, reasons and events in the words of people who are not programmers.

import type { FailureReason } from "../../delivery/transports/failure-reason.ts";
import type { LoggedAction } from "../../store/operations/actions.ts";
import type { Block } from "../../store/operations/blocks.ts";
import type { StoredSubmission, SubmissionDetails, TimelineEvent } from "../../store/operations/look-up.ts";
import type { EntryKind, OutboxEntry, StoreReason } from "../../store/rows/outbox-entry.ts";
import { counted } from "../../text/counted.ts";
import type { MailWords } from "../../words/mail-words.ts";

/** Where a request is, as the list says it. */
export const PLACES = {
  held: "Held",
  blocked: "Blocked",
  dead: "Not delivered",
  waiting: "On its way",
  delivered: "With the team",
  erased: "Erased",
  damaged: "Damaged",
} as const;

type DeskPlace = keyof typeof PLACES;

/** States that need a person come first. */
export function placeOf({ entries, erasedAt, submission }: StoredSubmission): DeskPlace {
  if (erasedAt !== null) return "erased";
  const held = entries.filter(({ state }) => state === "held");
  if (held.length > 0) return held.every(({ reason }) => reason === "blocked") ? "blocked" : "held";
  const team = entries.filter(({ kind }) => kind === "team");
  if (team.some(({ state }) => state === "dead")) return "dead";
  if (submission === null) return "damaged";
  return team.some(({ state }) => state === "queued") ? "waiting" : "delivered";
}

const KINDS: Readonly<Record<EntryKind, string>> = {
  team: "Mail to the team",
  acknowledgement: "Confirmation to the visitor",
  digest: "Summary of held requests",
  webhook: "Report to another program",
  alert: "Alert",
};

const REASON_WORDS: Readonly<Record<FailureReason | StoreReason, string>> = {
  unreachable: "the mail server could not be reached",
  dns: "the mail server's name could not be found",
  timeout: "the mail server took too long",
  "cut-off": "the connection to the mail server broke",
  tls: "the connection to the mail server was not safe",
  login: "the mail server did not accept our login",
  protocol: "the mail server answered in a way that cannot be understood",
  "server-busy": "the mail server was busy",
  "sender-refused": "the mail server does not take mail from our sender",
  "server-refused": "the mail server refuses mail from us",
  "relaying-denied": "the mail server does not pass mail on to this address",
  greylisted: "the mail server wants it sent again a little later",
  "mailbox-full": "the mailbox is full",
  "mailbox-unknown": "there is no such mailbox",
  "address-refused": "the address was refused",
  "international-address": "the mail server cannot handle this address",
  "too-large": "the mail is too large",
  "content-refused": "the mail server refused its content",
  "server-full": "the mail server is full",
  temporary: "the mail server refused for the moment",
  "no-answer": "the mail server gave no answer at the end; it may have arrived",
  "receiver-busy": "the other program asks us to come again later",
  "receiver-failed": "the other program failed",
  "receiver-refused": "the other program does not take it",
  redirected: "the other program has moved to another address",
  "not-allowed": "the relay may not call this address",
  maildir: "the folder for mails cannot be written",
  stopped: "the relay was stopped in between",
  internal: "the relay had an internal error",
  "nothing-to-tell": "there was nothing left to report",
  expired: "its time ran out",
  damaged: "its record is damaged",
  interrupted: "the relay was stopped in between",
  blocked: "its sender is blocked",
  bounced: "it came back",
  "bounced-for-now": "it has not arrived yet",
};

/** A store may have words of another release. */
const isReason = (reason: string): reason is keyof typeof REASON_WORDS => Object.hasOwn(REASON_WORDS, reason);

/** `kind`: of the mail or call that failed. */
export function reasonText(reason: string | null, kind: string | undefined): string | null {
  if (reason === null) return null;
  const text = isReason(reason) ? REASON_WORDS[reason] : reason.replaceAll("-", " ");
  return kind === "webhook" ? text.replace("the mail server", "the other program") : text;
}

/** "Mail to the team (events@example.com)". Of a program's address the host alone: the rest may be a secret. */
export const mailText = ({ kind, recipient }: Pick<OutboxEntry, "kind" | "recipient">): string => {
  const to = kind === "webhook" && URL.canParse(recipient) ? new URL(recipient).host : recipient;
  return `${KINDS[kind]}${to === "" ? "" : ` (${to})`}`;
};

export const heldText = (reasons: readonly string[], { suspicions }: Pick<MailWords, "suspicions">): string =>
  reasons.map((reason) => suspicions[reason] ?? reason).join("; ");

/** One line of a request's history. A mail that went to another address since is named as it was then. */
export function eventText(
  event: TimelineEvent,
  { entries, timeline }: Pick<SubmissionDetails, "entries" | "timeline">,
  words: Pick<MailWords, "suspicions">,
): string {
  const { what, entryId } = event;
  const entry = entries.find(({ id }) => id === entryId);
  const followingEvents = timeline.slice(timeline.indexOf(event) + 1).filter((other) => other.entryId === entryId);
  const [recipient = entry?.recipient] = followingEvents.flatMap((next) => ("from" in next.what ? next.what.from : []));
  const mail = entry === undefined ? "Mail" : mailText({ ...entry, recipient: recipient ?? "" });
  switch (what.type) {
    case "accepted":
      return what.held ? `Received and held: ${heldText(what.reasons, words)}` : "Received";
    case "left-out":
      return what.kind === "acknowledgement"
        ? "No confirmation was sent: this address had one that day, mail to it came back lately, or many were sent that hour"
        : `${KINDS[what.kind]} left out`;
    case "attempted": {
      const { outcome, reason } = what.attempt;
      if (outcome === "delivered") return `${mail}: delivered`;
      const why = reasonText(reason, entry?.kind);
      return `${mail}: ${outcome === "dead" ? "given up" : "not delivered yet"}${why === null ? "" : `: ${why}`}`;
    }
    case "bounced":
      return what.permanent === false
        ? `${mail}: has not arrived yet`
        : `${mail}: came back, the address does not take it${what.diagnostic ? ` (“${what.diagnostic}”)` : ""}`;
    case "redirected":
      return `Mail to the team sent elsewhere${what.to === undefined ? "" : `: from ${what.from} to ${what.to}`}`;
    case "fell-back":
      return `Mail to the team refused${what.to === undefined ? "" : ` by ${what.from}; it goes to ${what.to} instead`}`;
    case "erased":
      return "Everything that the visitor had sent was erased";
    default:
      return `${mail}: ${CHANGES[what.type] ?? what.type}`;
  }
}

const CHANGES: Readonly<Record<string, string>> = {
  retried: "sent again",
  resent: "sent again",
  released: "released",
  expired: "given up, its time ran out",
  redated: "sent at once, since a clock had been wrong",
  quarantined: "given up, its record is damaged",
};

export const BLOCKS: Readonly<Record<Block["kind"], string>> = {
  address: "Email address",
  domain: "Everyone at this domain",
  network: "Network",
  words: "Requests with these words",
};

const DID: Readonly<Record<string, string>> = {
  ...CHANGES,
  redirected: "sent to another address",
  erased: "erased",
  blocked: "blocked a sender",
  unblocked: "lifted a block",
  "logged-in": "signed in",
  "logged-out": "signed out",
};

export function actionText({ type, count }: LoggedAction): string {
  if (type === "exported") return `exported ${counted(count ?? 0, "request")}`;
  return type === "flushed" ? `had ${counted(count ?? 0, "waiting mail")} sent at once` : (DID[type] ?? type);
}

/** "command:root" → "root, by command"; who signs in with the code that all share is the office. */
export function actorText(actor: string | null): string {
  if (actor === null) return "the relay";
  if (actor === "desk") return "the office";
  const [, user] = /^command:(.*)$/s.exec(actor) ?? [];
  if (user !== undefined) return `${user}, by command`;
  return actor === "command" ? "by command" : actor;
}
