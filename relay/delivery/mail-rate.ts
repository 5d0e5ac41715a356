// The rate of mails to one server: at most so many in any window of that length, for all connections together.

export interface MailRate {
  /** The earliest time at which one more may be begun. */
  opensAt(): number;
  /** Counts a mail that is begun. */
  count(): void;
}

/** `limit`: null for none. `elapsed`: milliseconds that have passed since some moment. */
export function createMailRate(
  limit: { readonly count: number; readonly windowMs: number } | null,
  elapsed: () => number,
): MailRate {
  /** The times at which the latest mails were begun, oldest first. */
  const begun: number[] = [];
  return {
    opensAt() {
      const oldest = limit === null ? undefined : begun[begun.length - limit.count];
      return limit === null || oldest === undefined ? 0 : oldest + limit.windowMs;
    },
    count() {
      if (limit === null) return;
      begun.push(elapsed());
      if (begun.length > limit.count) begun.shift();
    },
  };
}
