// What happened, reported once by the part it happened in. Logs and metrics are made from these events and from nothing else.
// An event holds nothing that a visitor typed, no address and no key: ids, names from fixed lists, numbers.
import type { ConditionName } from "../mail/alert.ts";
import type { AttemptOutcome, EntryKind } from "../store/outbox-entry.ts";

export type RelayEvent =
  /** The first line of a log. `node`: the version of Node.js. */
  | { readonly type: "starting"; readonly version: string; readonly node: string }
  | {
      readonly type: "ready";
      readonly host: string;
      readonly port: number;
      readonly controlPort: number | null;
      readonly ms: number;
    }
  | { readonly type: "draining"; readonly signal: string }
  | { readonly type: "stopped"; readonly clean: boolean; readonly ms: number }
  /** One per HTTP request, when it has been answered. `code` is one of the contract's codes where it was refused. */
  | {
      readonly type: "answered";
      readonly requestId: string;
      readonly method: string;
      readonly route:
        | "call"
        | "form"
        | "preflight"
        | "operations"
        | "mailbox"
        | "desk"
        | "commands"
        | "bounces"
        | "unknown";
      readonly status: number;
      readonly code: string | null;
      readonly ms: number;
    }
  /** A call brought a key that is valid: the first of RELAY_PUBLIC_KEY, the second, … */
  | { readonly type: "key-used"; readonly position: number }
  /** So many connections were closed to make room: too many came from one address, or there were too many in all. */
  | { readonly type: "connections-closed"; readonly reason: "address" | "overall"; readonly count: number }
  /** A variable is set in a way that can be used and is hardly meant. */
  | { readonly type: "warning"; readonly variable: string; readonly message: string }
  /** The definition of the forms in use from now on; `problem`: why it is not what RELAY_FORMS names. */
  | {
      readonly type: "forms";
      readonly source: "own" | "file" | "address" | "copy";
      readonly hash: string;
      readonly forms: number;
      readonly problem: string | null;
    }
  /**
   * A submission is committed and fsynced. `form`: "other" where the relay does not know it. `isOtherDefinition`: whether the page was built with
   * another definition of the forms than the relay's. `unknownFields`: how many fields of the body the form does not have; `leftOutFields`:
   * how many of these were not kept.
   */
  | {
      readonly type: "accepted";
      readonly requestId: string;
      readonly submissionId: string;
      readonly reference: string;
      readonly form: string;
      readonly held: boolean;
      /** Held because its sender is blocked. */
      readonly blocked: boolean;
      readonly score: number;
      readonly isOtherDefinition: boolean;
      readonly unknownFields: number;
      readonly leftOutFields: number;
      readonly ms: number;
    }
  /** The same submission came again and got the same answer. */
  | { readonly type: "repeated"; readonly requestId: string; readonly submissionId: string }
  /** `reason` is one word of the classification ("tls", "greylisted", "mailbox-unknown"), never the server's text. */
  | {
      readonly type: "attempted";
      readonly entryId: string;
      readonly submissionId: string | null;
      readonly kind: EntryKind;
      readonly number: number;
      readonly outcome: AttemptOutcome;
      readonly smtpCode: number | null;
      readonly enhancedCode: string | null;
      readonly reason: string | null;
      /** Of this attempt. */
      readonly ms: number;
      /** From the acceptance of the submission to the end of this attempt. */
      readonly sinceAcceptedMs: number;
      /** Whether no further attempt follows. */
      readonly isLast: boolean;
    }
  /** A mailbox of the team refused a mail, which goes to the fallback address. */
  | {
      readonly type: "fell-back";
      readonly entryId: string;
      readonly submissionId: string | null;
      readonly kind: EntryKind;
      readonly reason: string;
    }
  /** A report that an acknowledgement did not arrive: kept with it, known already, of no mail of ours, or no such report at all. */
  | {
      readonly type: "bounced";
      readonly outcome: "recorded" | "repeated" | "unknown" | "no-bounce";
      readonly entryId: string | null;
      readonly submissionId: string | null;
      readonly isPermanent: boolean | null;
      /** "5.1.1" */
      readonly status: string | null;
    }
  /** A mail was given up: it is sent again by command alone. */
  | {
      readonly type: "dead";
      readonly entryId: string;
      readonly submissionId: string | null;
      readonly kind: EntryKind | "unknown";
      readonly reason: string;
      readonly attempts: number;
    }
  /** The mail server will not pass on mails of these kinds, and only one of them is tried now and then; or it does so again. */
  | { readonly type: "suspended"; readonly kinds: readonly EntryKind[]; readonly reason: string }
  | { readonly type: "resumed"; readonly kinds: readonly EntryKind[] }
  /** The clock was set while the relay ran: forward, or back where `ms` is negative. */
  | { readonly type: "clock-set"; readonly ms: number }
  /** So many waiting mails were dated in the future, and are due now. */
  | { readonly type: "redated"; readonly count: number }
  /** Submissions past their retention are kept, since the team never got them. */
  | { readonly type: "overdue"; readonly count: number }
  /** An operator's command, or the daily care, changed `count` submissions or entries. */
  | {
      readonly type: "changed";
      readonly action: "retried" | "resent" | "released" | "redirected" | "erased" | "purged" | "blocked" | "unblocked";
      readonly count: number;
    }
  /** Somebody tried to sign in at the desk. */
  | { readonly type: "desk-login"; readonly outcome: "accepted" | "refused" | "limited" }
  | { readonly type: "backed-up"; readonly bytes: number; readonly ms: number }
  | { readonly type: "quarantined"; readonly table: string; readonly rowId: string }
  /** The store stopped taking writes, or takes them again. `code`: of the database or the system; `hint`: what an operator can do. */
  | {
      readonly type: "store";
      readonly writable: boolean;
      readonly reason: string | null;
      readonly code: string | null;
      readonly hint: string | null;
    }
  /** Operators are alerted: of what is new, what lasts, and what is over. */
  | {
      readonly type: "alert";
      readonly begun: readonly ConditionName[];
      readonly lasting: readonly ConditionName[];
      readonly over: readonly ConditionName[];
    }
  /** A fault of our own: `where` names the part. Of the error only its kind and the places in the code are logged. */
  | { readonly type: "fault"; readonly where: string; readonly requestId?: string | null; readonly error: unknown };

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
