// What happened, reported once by the part it happened in. Logs and metrics are made from these events and from nothing else.
// An event holds nothing that a visitor typed, no address and no key: ids, names from fixed lists, numbers.

import type { ConditionName } from "../store/operations/alerts.ts";
import type { Attempt, EntryKind } from "../store/rows/outbox-entry.ts";

type Route = "call" | "form" | "preflight" | "operations" | "mailbox" | "desk" | "commands" | "bounces" | "unknown";

/** What a command or the daily care does to submissions and entries. */
type Change = "retried" | "resent" | "released" | "redirected" | "erased" | "purged" | "blocked" | "unblocked";

/** A mail or call, and the submission that it is about, if it is about one. */
interface OfMail {
  entryId: string;
  submissionId: string | null;
  kind: EntryKind;
}

/** Each kind of event, and what it says. `ms`: how long it took. */
interface EventDetails {
  /** The first line of a log. `node`: the version of Node.js. */
  starting: { version: string; node: string };
  ready: { host: string; port: number; controlPort: number | null; ms: number };
  draining: { signal: string };
  stopped: { clean: boolean; ms: number };
  /** One per HTTP request, when it has been answered. `code` is one of the contract's codes where it was refused. */
  answered: { requestId: string; method: string; route: Route; status: number; code: string | null; ms: number };
  /** A call brought a key that is valid: the first of RELAY_PUBLIC_KEY, the second, … */
  "key-used": { position: number };
  /** So many connections were closed to make room: too many came from one address, or there were too many in all. */
  "connections-closed": { reason: "address" | "overall"; count: number };
  /** The value of a variable is valid, but hardly intended. */
  warning: { variable: string; message: string };
  /** The definition of the forms in use from now on; `problem`: why it is not what RELAY_FORMS names. */
  forms: { source: "own" | "file" | "address" | "copy"; hash: string; forms: number; problem: string | null };
  /** A submission is committed and fsynced. */
  accepted: {
    requestId: string;
    submissionId: string;
    reference: string;
    /** "other" where the relay does not know it. */
    form: string;
    held: boolean;
    /** Held because its sender is blocked. */
    blocked: boolean;
    score: number;
    /** Whether the page was built with another definition of the forms than the relay's. */
    isOtherDefinition: boolean;
    /** How many fields of the body the form does not have, and how many of these were not kept. */
    unknownFields: number;
    leftOutFields: number;
    ms: number;
  };
  /** The same submission came again and got the same answer. */
  repeated: { requestId: string; submissionId: string };
  /**
   * `reason` is one word of the classification ("tls", "greylisted", "mailbox-unknown"), never the server's text. `sinceAcceptedMs`: from the
   * acceptance of the submission to the end of this attempt. `isLast`: whether no further attempt follows.
   */
  attempted: OfMail &
    Pick<Attempt, "outcome" | "smtpCode" | "enhancedCode" | "reason"> & {
      number: number;
      ms: number;
      sinceAcceptedMs: number;
      isLast: boolean;
    };
  /** A mailbox of the team refused a mail, which goes to the fallback address. */
  "fell-back": OfMail & { reason: string };
  /** A report that an acknowledgement did not arrive: kept with it, known already, of no mail of ours, or no such report at all. */
  bounced: Record<"entryId" | "submissionId" | "status", string | null> & {
    outcome: "recorded" | "repeated" | "unknown" | "no-bounce";
    isPermanent: boolean | null;
  };
  /** A mail was given up: it is sent again by command alone. */
  dead: Omit<OfMail, "kind"> & { kind: EntryKind | "unknown"; reason: string; attempts: number };
  /** The mail server will not pass on mails of these kinds, and only one of them is tried now and then. Or it passes them on again. */
  suspended: { kinds: readonly EntryKind[]; reason: string };
  resumed: { kinds: readonly EntryKind[] };
  /** The clock was set while the relay ran: forward, or back where `ms` is negative. */
  "clock-set": { ms: number };
  /** The store was written by an earlier release, and was brought to this one's format; `backup`: where it is as it was. */
  migrated: { from: number; to: number; backup: string };
  /** So many waiting mails were dated in the future, and are due now. */
  redated: { count: number };
  /** Submissions past their retention are kept, since the team never got them. */
  overdue: { count: number };
  changed: { action: Change; count: number };
  /** Somebody tried to sign in at the desk. */
  "desk-login": { outcome: "accepted" | "refused" | "limited" };
  "backed-up": { bytes: number; ms: number };
  quarantined: { table: string; rowId: string };
  /** The store stopped taking writes, or takes them again. `code`: of the database or the system; `hint`: what an operator can do. */
  store: { writable: boolean; reason: string | null; code: string | null; hint: string | null };
  /** Operators are alerted: of what is new, what lasts, and what is over. */
  alert: Record<"begun" | "lasting" | "over", readonly ConditionName[]>;
  /** A fault of our own: `where` names the part. Of the error only its kind and the places in the code are logged. */
  fault: { where: string; requestId?: string | null; error: unknown };
}

export type EventType = keyof EventDetails;
export type RelayEvent<Type extends EventType = EventType> = {
  [Each in Type]: Readonly<{ type: Each } & EventDetails[Each]>;
}[Type];

export type Observe = (event: RelayEvent) => void;

/** Passes each event to all listeners; a fault in one does not affect the others. */
export function observeAll(...listeners: readonly Observe[]): Observe {
  return (event) => {
    for (const listen of listeners) {
      try {
        listen(event);
      } catch {
        // Logs and metrics must never keep a mail from going.
      }
    }
  };
}
