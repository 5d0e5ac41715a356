// How many mails a mail server is given: at most so many in any stretch of that length, for all senders together.

export type MailRate = ReturnType<typeof createMailRate>;

/** `limit`: null for none. `elapsed`: milliseconds that have passed since some moment. */
export function createMailRate(
  limit: { readonly count: number; readonly windowMs: number } | null,
  elapsed: () => number,
) {
  /** When the latest mails were begun, the oldest first. */
  const begun: number[] = [];
  return {
    /** From when on one more may be begun. */
    opensAt(): number {
      const oldest = limit === null ? undefined : begun[begun.length - limit.count];
      return limit === null || oldest === undefined ? 0 : oldest + limit.windowMs;
    },
    /** One is begun. */
    count(): void {
      if (limit === null) return;
      begun.push(elapsed());
      if (begun.length > limit.count) begun.shift();
    },
  };
}
