// Why a mail could not be handed over, as the worker needs to know it.
import type { Attempt } from "../../store/rows/outbox-entry.ts";
import type { FailureReason } from "./failure-reason.ts";

/**
 * What a failure says of other mails. `connection`: none would get through, since the link or our login failed before the server heard of
 * any mail. `route`: others of this kind to this recipient or domain would fail the same way, and nothing is known of the rest.
 * `mail`: this one alone. `none`: no server had a say.
 */
type FailureScope = "connection" | "route" | "mail" | "none";

export interface Failure {
  /** `deferred`: worth another attempt. `dead`: this recipient or this mail is refused for good. */
  readonly outcome: Exclude<Attempt["outcome"], "delivered">;
  readonly reason: FailureReason;
  readonly scope: FailureScope;
  /** 550; of a webhook, the status of the answer; null where no server answered. */
  readonly smtpCode: number | null;
  readonly enhancedCode: string | null;
  /** The server's words, or ours where it said none. They may repeat an address. */
  readonly reply: string | null;
  /** False where the server was not even asked: no attempt is recorded. */
  readonly isTried: boolean;
}

export class SendFailure extends Error {
  override readonly name = "SendFailure";
  readonly failure: Failure;

  /** Null is what is left out. */
  constructor(failure: Pick<Failure, "outcome" | "reason" | "scope"> & Partial<Failure>, cause?: unknown) {
    super(failure.reason, { cause });
    this.failure = { smtpCode: null, enhancedCode: null, reply: null, isTried: true, ...failure };
  }
}
