// Allows one deploy at a time: a file beside the site is the lease, which its owner renews. A lease that is no longer renewed is taken over.

import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { isConflict, type TargetStore, TargetStoreError, type WriteCondition } from "../stores/store.ts";
import { LEASE_FILE, STATE_HEADERS } from "./ledger.ts";

interface LeaseDocument {
  readonly id: string;
  readonly renewals: number;
}

const LEASE_TIMES = {
  renewMs: 10_000,
  /** After this time without a renewal, the owner has ended. Longer than two renewals. */
  silentMs: 30_000,
  /** How often the lease of another owner is read until then. */
  lookMs: 1_000,
  /** After this time, all deploys have seen every write that began before: for stores that ignore conditions. */
  settleMs: 2_000,
};
type LeaseTimes = Readonly<typeof LEASE_TIMES>;

/** The error for a target that is in use. Nothing has been changed. */
const inUse = () => new TargetStoreError("conflict", LEASE_FILE);

const write = (store: TargetStore, document: LeaseDocument, condition: WriteCondition) =>
  store.write(LEASE_FILE, Buffer.from(JSON.stringify(document)), STATE_HEADERS, condition);

export interface LeaseOptions {
  readonly signal?: AbortSignal | undefined;
  readonly times?: LeaseTimes | undefined;
  /** Called when another deploy may be at work, which takes a while to find out. */
  readonly onWait?: (() => void) | undefined;
}

export interface Lease {
  /** Aborted when the lease is lost: nothing may be written any more. */
  readonly signal: AbortSignal;
  release(): Promise<void>;
}

/** Rejects with the problem "conflict" if another deploy is at work. */
export async function takeLease(store: TargetStore, options: LeaseOptions): Promise<Lease> {
  const { signal, times = LEASE_TIMES } = options;
  const lease: LeaseDocument = { id: randomUUID(), renewals: 0 };
  const silent = await silentLease(store, times, options);
  const etag = await write(store, lease, silent ? { etag: silent.etag } : { absent: true });
  if (!(await enforcesConditions(store, lease))) {
    await delay(times.settleMs, undefined, { signal });
    const current = await store.read(LEASE_FILE);
    if (!current || parse(current.bytes)?.id !== lease.id) throw inUse();
    return hold(store, lease, current.etag, times);
  }
  return hold(store, lease, etag, times);
}

/** The lease of an owner that has ended; undefined if there is none. Rejects as soon as an owner is seen to renew it. */
async function silentLease(store: TargetStore, times: LeaseTimes, { signal, onWait }: LeaseOptions) {
  const first = await store.read(LEASE_FILE);
  // A lease that cannot be parsed was not written to its end.
  if (!first || !parse(first.bytes)) return first;
  onWait?.();
  for (let waitedMs = 0; waitedMs < times.silentMs; waitedMs += times.lookMs) {
    await delay(times.lookMs, undefined, { signal });
    const current = await store.read(LEASE_FILE);
    if (!current) return undefined;
    if (current.etag !== first.etag) throw inUse();
  }
  return first;
}

/** A store that enforces conditions refuses this write. */
async function enforcesConditions(store: TargetStore, lease: LeaseDocument): Promise<boolean> {
  if (store.enforcesConditions) return true;
  try {
    await write(store, { ...lease, renewals: -1 }, { absent: true });
    return false;
  } catch (error) {
    if (isConflict(error)) return true;
    throw error;
  }
}

function hold(store: TargetStore, lease: LeaseDocument, first: string, times: LeaseTimes): Lease {
  const loss = new AbortController();
  let etag = first;
  let renewals = 0;
  let renewedAt = Date.now();
  let renewing: Promise<void> = Promise.resolve();
  const renew = async () => {
    const startedAt = Date.now();
    try {
      etag = await write(store, { ...lease, renewals: ++renewals }, { etag });
      renewedAt = startedAt;
    } catch (error) {
      // Any other error may have passed by the next renewal.
      if (isConflict(error)) loss.abort(error);
    }
  };
  const timer = setInterval(() => {
    // After the machine has slept, or without an answer for so long, another deploy may have taken over.
    if (Date.now() - renewedAt > times.silentMs) loss.abort(inUse());
    if (!loss.signal.aborted) renewing = renewing.then(renew);
  }, times.renewMs).unref();
  return {
    signal: loss.signal,
    async release() {
      clearInterval(timer);
      // A renewal may never be answered then.
      if (loss.signal.aborted) return;
      await renewing;
      const current = await store.read(LEASE_FILE);
      if (current && parse(current.bytes)?.id === lease.id) await store.delete(LEASE_FILE);
    },
  };
}

function parse(bytes: Buffer): LeaseDocument | undefined {
  try {
    return JSON.parse(bytes.toString("utf8")) as LeaseDocument;
  } catch {
    return undefined;
  }
}
