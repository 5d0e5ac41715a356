// Which state an entry may leave for which, and by what. The one list; the store and the commands use it.
import type { EntryState } from "./outbox-entry.ts";

export const TRANSITIONS = {
  /** The mail server took it. */
  deliver: { from: ["queued"], to: "delivered" },
  /** An attempt ended in a temporary failure. */
  defer: { from: ["queued"], to: "queued" },
  /** A recipient of the team refused it: it goes to the fallback address, once. */
  fallBack: { from: ["queued"], to: "queued" },
  /** Refused for good, out of time, or its row is damaged. */
  giveUp: { from: ["queued"], to: "dead" },
  /** By command, once the cause is gone. */
  retry: { from: ["dead", "queued"], to: "queued" },
  /** By command: the team wants it once more. */
  resend: { from: ["delivered", "dead", "queued"], to: "queued" },
  /** By command, when somebody looked at a suspicious submission. */
  release: { from: ["held"], to: "queued" },
  /** To another address: what was held stays held, the rest is due. */
  redirect: { from: ["dead", "queued"], to: "queued" },
  redirectHeld: { from: ["held"], to: "held" },
  /** By command or by age. */
  erase: { from: ["queued", "delivered", "dead", "held"], to: "erased" },
} as const satisfies Record<string, { readonly from: readonly EntryState[]; readonly to: EntryState }>;

export type Transition = keyof typeof TRANSITIONS;

export const mayMove = (transition: Transition, from: EntryState): boolean =>
  (TRANSITIONS[transition].from as readonly EntryState[]).includes(from);
