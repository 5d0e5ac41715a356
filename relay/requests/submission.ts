// A visitor's request as the relay keeps it: checked, normalised, numbered.
import { FIELD_LIMITS, type FieldName, type FieldType } from "../contract.ts";

export const FIELD_NAMES = Object.keys(FIELD_LIMITS) as FieldName[];

/** Whatever a form asks under these names; the others are text. */
export const CONTRACT_TYPES: Readonly<Partial<Record<FieldName, FieldType>>> = {
  email: "email",
  phone: "phone",
  message: "lines",
};

/** The fields of the contract, which are checked in every request. */
export const CONTRACT_FIELDS = FIELD_NAMES.map((name) => ({
  name,
  type: CONTRACT_TYPES[name] ?? "text",
  required: name === "firstName" || name === "email",
  limit: FIELD_LIMITS[name],
}));

/** Every field of every form; empty where the form has none or the visitor left it so. */
export type SubmissionFields = Readonly<Record<FieldName, string>>;

/** What a form asked beyond these fields, and what was answered. */
export interface FieldAnswer {
  readonly name: string;
  /** As the visitor read it; the name where the relay did not know the field. */
  readonly label: string;
  readonly type: FieldType;
  /** As it was sent. Of several choices, each. */
  readonly value: string | readonly string[];
  /** What was chosen as the visitor read it, where that is something else than the value. */
  readonly shown?: string | readonly string[];
  /** The exact words of a consent that was given. */
  readonly wording?: string;
  /** The relay's definition of the forms did not have the field when the request came. */
  readonly unknown?: true;
}

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
  /** Its name: that of a form of the definition, or of one that the relay did not know yet. */
  readonly form: string;
  readonly fields: SubmissionFields;
  /** In the order of the form. */
  readonly answers: readonly FieldAnswer[];
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
