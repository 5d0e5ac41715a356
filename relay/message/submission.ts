// A visitor's request as the relay keeps it: checked, normalised, numbered.
import type { FieldName, FormName } from "../contract.ts";

/** Every field of every form; empty where the form has none or the visitor left it so. */
export type SubmissionFields = Readonly<Record<FieldName, string>>;

export interface Suspicion {
  /** 0 for a request like any other; held where `isSuspicious`. */
  readonly score: number;
  /** Words from a fixed list, such as "honeypot" or "too-fast"; never what the visitor typed. */
  readonly reasons: readonly string[];
}

/** From this score on a submission is held for the team to look at, instead of being mailed. */
const SUSPICION_THRESHOLD = 50;

export const isSuspicious = ({ score }: Suspicion): boolean => score >= SUSPICION_THRESHOLD;

/** The reason of a submission whose sender is blocked: it is held, and counted apart. */
export const BLOCKED_REASON = "blocked";

export const isFromBlocked = ({ reasons }: Suspicion): boolean => reasons.includes(BLOCKED_REASON);

/** What the wire contract made of a request, before it is stored. */
export interface NewSubmission {
  readonly form: FormName;
  readonly fields: SubmissionFields;
  /** The route the request was sent from; null where the caller did not say. */
  readonly page: string | null;
  readonly suspicion: Suspicion;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
}

export interface Submission extends NewSubmission {
  /** UUID version 7: ordered by time. */
  readonly id: string;
  /** What visitor and team call it: "EV-7K3M-9QXD". Unique. */
  readonly reference: string;
}
