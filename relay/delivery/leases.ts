// What a worker holds of the store: leases, renewed while it holds them, and given back where nothing was sent.
import type { Timeline } from "../clock.ts";
import type { Observe } from "../observe/relay-event.ts";
import type { ClaimedEntry, Outbox } from "../outbox/outbox.ts";

export interface Lease {
  readonly claimed: ClaimedEntry;
  /** Another claim of the same row puts its own token here: after a jump of the clock, the store gives out a row that is being sent. */
  token: string;
  /** The row as that claim found it: it may have been changed since. */
  successor?: Lease;
  /** By the monotonic clock. */
  readonly claimedAt: number;
  /** What the clock had been set forward by then. */
  readonly setForwardMs: number;
}

export interface LeaseParts {
  readonly outbox: Pick<Outbox, "giveBack" | "renew">;
  readonly clock: Timeline;
  readonly observe: Observe;
  readonly leaseMs: number;
  /** Leases are renewed this often while they are held, so that they end soon after the relay does. */
  readonly renewEveryMs?: number;
  /** Those that are held at this moment. */
  readonly held: () => readonly Lease[];
  /** It is another claim's by now. */
  readonly onLost: (lease: Lease) => void;
}

export interface Leases {
  startRenewal(): void;
  endRenewal(): void;
  /** The rows are due at once, as if they had not been claimed. */
  giveBack(leases: readonly Lease[]): Promise<void>;
}

export function createLeases({ outbox, clock, observe, leaseMs, renewEveryMs, held, onLost }: LeaseParts): Leases {
  let isEnded = false;
  let callOff = () => {};

  const renewLater = (): void => {
    if (renewEveryMs !== undefined) callOff = clock.after(renewEveryMs, () => void renewAll());
  };
  const renewAll = async (): Promise<void> => {
    const until = clock.now() + leaseMs;
    await Promise.all(
      held().map(async (lease) => {
        const isOurs = await outbox.renew(lease.claimed.entry.id, lease.token, until).catch(() => true);
        if (!isOurs) onLost(lease);
      }),
    );
    if (!isEnded) renewLater();
  };

  return {
    startRenewal() {
      isEnded = false;
      renewLater();
    },
    endRenewal() {
      isEnded = true;
      callOff();
    },
    async giveBack(leases) {
      if (leases.length === 0) return;
      const dueAt = clock.now();
      await outbox
        .giveBack(leases.map(({ claimed, token }) => ({ entryId: claimed.entry.id, leaseToken: token, dueAt })))
        .catch((error: unknown) => observe({ type: "fault", where: "delivery", error }));
    },
  };
}
