// The rate of mails to one server: at most so many in any window of that length, for all connections together.

export type MailRate = ReturnType<typeof createMailRate>;

/** `limit`: null for none. `elapsed`: milliseconds that have passed since some moment. */
export function createMailRate(
  limit: { readonly count: number; readonly windowMs: number } | null,
  elapsed: () => number,
) {
  /** The times at which the latest mails were begun, oldest first. */
  const begun: number[] = [];
  return {
    /** The earliest time at which one more may be begun. */
    opensAt(): number {
      const oldest = limit === null ? undefined : begun[begun.length - limit.count];
      return limit === null || oldest === undefined ? 0 : oldest + limit.windowMs;
    },
    /** Counts a mail that is begun. */
    count(): void {
      if (limit === null) return;
      begun.push(elapsed());
      if (begun.length > limit.count) begun.shift();
    },
  };
}
