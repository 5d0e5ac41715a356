// One deploy at a time: a file beside the site is the lease, which its owner renews. The lease of an owner that is gone is taken over.

import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { isConflict, type TargetStore, TargetStoreError } from "../stores/store.ts";
import { LEASE_FILE, STATE_HEADERS } from "./ledger.ts";

interface LeaseDocument {
  readonly id: string;
  readonly renewals: number;
}

const LEASE_TIMES = {
  renewMs: 10_000,
  /** Without a renewal for this time, the owner is gone. More than two renewals long. */
  silentMs: 30_000,
  /** How often the lease of another owner is read meanwhile. */
  lookMs: 1_000,
  /** After this time, every write that began before has been seen by all: for stores that ignore conditions. */
  settleMs: 2_000,
};
type LeaseTimes = Readonly<typeof LEASE_TIMES>;

/** The target is in use; nothing has been changed. */
const held = () => new TargetStoreError("conflict", LEASE_FILE);

const write = (store: TargetStore, document: LeaseDocument, condition: Parameters<TargetStore["write"]>[3]) =>
  store.write(LEASE_FILE, Buffer.from(JSON.stringify(document)), STATE_HEADERS, condition);

export interface LeaseOptions {
  readonly signal?: AbortSignal | undefined;
  readonly times?: LeaseTimes | undefined;
  /** Called when another deploy may be at work, and it takes a while to find out. */
  readonly onWait?: (() => void) | undefined;
}

/** Rejects with the problem "conflict" if another deploy is at work. */
export async function takeLease(store: TargetStore, options: LeaseOptions) {
  const { signal, times = LEASE_TIMES } = options;
  const lease: LeaseDocument = { id: randomUUID(), renewals: 0 };
  const silent = await silentLease(store, times, options);
  const etag = await write(store, lease, silent ? { etag: silent.etag } : { absent: true });
  if (!(await enforcesConditions(store, lease))) {
    await delay(times.settleMs, undefined, { signal });
    const seen = await store.read(LEASE_FILE);
    if (!seen || parse(seen.bytes)?.id !== lease.id) throw held();
    return hold(store, lease, seen.etag, times);
  }
  return hold(store, lease, etag, times);
}

/** The lease of an owner who is gone; undefined if there is none. Rejects as soon as an owner is seen to renew it. */
async function silentLease(store: TargetStore, times: LeaseTimes, { signal, onWait }: LeaseOptions) {
  const first = await store.read(LEASE_FILE);
  // A lease that cannot be read was cut off.
  if (!first || !parse(first.bytes)) return first;
  onWait?.();
  for (let waitedMs = 0; waitedMs < times.silentMs; waitedMs += times.lookMs) {
    await delay(times.lookMs, undefined, { signal });
    const found = await store.read(LEASE_FILE);
    if (!found) return undefined;
    if (found.etag !== first.etag) throw held();
  }
  return first;
}

/** The second of two such writes is refused by every store that heeds conditions. */
async function enforcesConditions(store: TargetStore, own: LeaseDocument): Promise<boolean> {
  if (store.enforcesConditions) return true;
  try {
    await write(store, { ...own, renewals: -1 }, { absent: true });
    return false;
  } catch (error) {
    if (isConflict(error)) return true;
    throw error;
  }
}

function hold(store: TargetStore, own: LeaseDocument, first: string, times: LeaseTimes) {
  const lost = new AbortController();
  let etag = first;
  let renewals = 0;
  let renewedAt = Date.now();
  let renewing: Promise<void> = Promise.resolve();
  const renew = async () => {
    const startedAt = Date.now();
    try {
      etag = await write(store, { ...own, renewals: ++renewals }, { etag });
      renewedAt = startedAt;
    } catch (error) {
      // Anything but a conflict may pass until the next renewal.
      if (isConflict(error)) lost.abort(error);
    }
  };
  const timer = setInterval(() => {
    // After a machine has slept, or without an answer for so long, another deploy may have taken over.
    if (Date.now() - renewedAt > times.silentMs) lost.abort(held());
    if (!lost.signal.aborted) renewing = renewing.then(renew);
  }, times.renewMs).unref();
  return {
    /** Aborted when the lease is lost: nothing may be written any more. */
    signal: lost.signal,
    async release(): Promise<void> {
      clearInterval(timer);
      // A renewal without an answer is not waited for.
      if (lost.signal.aborted) return;
      await renewing;
      const found = await store.read(LEASE_FILE);
      if (found && parse(found.bytes)?.id === own.id) await store.delete(LEASE_FILE);
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
