// Takes due rows, has each sent, and writes down what became of it. At least once, and twice only where the link broke between the
// end of the mail and the server's answer: a row is leased while it is sent, and its lease outlives the longest attempt.
import type { Clock } from "../clock.ts";
import type { Observe } from "../observe/relay-event.ts";
import type { ClaimedEntry, Outbox } from "../outbox/outbox.ts";
import type { Attempt, AttemptEnd } from "../outbox/outbox-entry.ts";
import type { Delivered, MailTransport } from "../smtp/mail-transport.ts";
import { type FailureFacts, type FailureReason, SendFailure } from "../smtp/send-failure.ts";
import { createCircuitBreaker } from "./circuit-breaker.ts";
import type { ComposeEntry } from "./compose-entry.ts";
import type { Courtesy } from "./courtesy.ts";
import { afterFailure } from "./retry-policy.ts";

export interface WorkerParts {
  readonly outbox: Pick<Outbox, "claim" | "finish" | "giveBack" | "renew" | "nextDueAt" | "hasten">;
  readonly transport: MailTransport;
  readonly compose: ComposeEntry;
  readonly clock: Clock;
  readonly observe: Observe;
  /** Without one, mails go as fast as they can. */
  readonly courtesy?: Courtesy;
  /** Mails at once: as many as the transport has lines. */
  readonly lanes: number;
  /** Longer than an attempt can take (`longestAttemptMs`). */
  readonly leaseMs: number;
}

export interface DeliveryWorker {
  start(): void;
  /** There may be something due: new rows, or a command. */
  wake(): void;
  /** Claims nothing more, lets attempts finish for `graceMs`, ends the others, and writes down what became of them. */
  stop(graceMs: number): Promise<void>;
}

/** Rows claimed ahead, so that a line that falls free need not wait for the disk. */
const AHEAD = 2;
/** Looks at the store in any case, should a call to wake be missed (another relay's rows, a changed clock). */
const LOOK_MS = 60_000;
/** The store takes no writes: it is asked again this often. */
const STORE_RETRY_MS = 1_000;
/** A row that waited longer than this behind others has its lease renewed before it is sent. */
const FRESH_MS = 30_000;

/** Failures that the server's recovery mends for every row. */
const MENDED_TOGETHER: readonly FailureReason[] = [
  "unreachable",
  "dns",
  "timeout",
  "cut-off",
  "tls",
  "login",
  "protocol",
  "server-busy",
  "sender-refused",
  "relaying-denied",
  "maildir",
];

interface Lease {
  readonly claimed: ClaimedEntry;
  /** Another claim of the same row puts its own token here: after a jump of the clock, the store gives out a row that is being sent. */
  token: string;
  readonly claimedAt: number;
}

export function createWorker(parts: WorkerParts): DeliveryWorker {
  const { outbox, clock, observe } = parts;
  const breaker = createCircuitBreaker();
  const ahead: Lease[] = [];
  const sending = new Map<string, Lease>();
  const stopping = new AbortController();
  const storeRetries = new Set<() => void>();
  const idlers: (() => void)[] = [];
  let isRunning = false;
  let claiming: Promise<void> | null = null;
  let isLooking = false;
  let isStepDue = false;
  let mayHaveMore = false;
  let callOff = () => {};
  let wakesAt = Number.POSITIVE_INFINITY;

  const room = () => {
    if (breaker.state() === "open") return 0;
    return breaker.state() === "trial" ? Math.max(0, 1 - sending.size) : parts.lanes - sending.size;
  };

  /** The one step: whatever can go on, goes on. Called whenever anything changed. */
  const step = (): void => {
    if (!isRunning) return;
    while (room() > 0 && ahead.length > 0) {
      const waitMs = parts.courtesy?.waitMs(sending.size) ?? 0;
      if (waitMs > 0) {
        stepLater(waitMs);
        break;
      }
      const next = ahead.shift();
      if (next !== undefined) void attempt(next);
    }
    if (breaker.state() === "open") {
      if (ahead.length > 0) void giveBackAhead();
      waitFor(breaker.opensAt());
    } else if (claiming === null && mayHaveMore && wanted() > 0) claiming = claimMore();
  };

  const stepLater = (delayMs: number): void => {
    if (isStepDue) return;
    isStepDue = true;
    setTimeout(() => {
      isStepDue = false;
      step();
    }, delayMs).unref();
  };

  /** Rows to ask the store for; few at a time, or the whole stretch of lines would ask for one row each. */
  const wanted = (): number => {
    if (breaker.state() === "trial") return 1 - sending.size - ahead.length;
    return ahead.length < parts.lanes ? parts.lanes * AHEAD - ahead.length : 0;
  };

  /** One timer, for the earliest of what is waited for. */
  const waitFor = (at: number): void => {
    const now = clock.now();
    const wakeAt = Math.min(Math.max(now, at), now + LOOK_MS);
    if (wakeAt >= wakesAt && wakesAt >= now) return;
    callOff();
    wakesAt = wakeAt;
    callOff = clock.after(wakeAt - now, onTime);
  };

  const onTime = (): void => {
    wakesAt = Number.POSITIVE_INFINITY;
    if (!isRunning) return;
    if (breaker.state() !== "open") wake();
    else if (breaker.opensAt() > clock.now()) waitFor(breaker.opensAt());
    else if (!isLooking) void look();
  };

  /** After a pause: is the server back? Rows are not used up for asking. */
  const look = async (): Promise<void> => {
    isLooking = true;
    await giveBackAhead();
    const isWell = await parts.transport.verify().then(
      () => true,
      () => false,
    );
    isLooking = false;
    if (!isRunning) return;
    breaker.onLook(isWell, clock.now());
    if (isWell) await hasten();
    wake();
  };

  const hasten = async (): Promise<void> => {
    try {
      await outbox.hasten(MENDED_TOGETHER, clock.now());
    } catch (error) {
      observe({ type: "fault", where: "delivery", error });
    }
  };

  const wake = (): void => {
    mayHaveMore = true;
    step();
  };

  const claimMore = async (): Promise<void> => {
    mayHaveMore = false;
    const limit = wanted();
    try {
      const claimedAt = clock.now();
      const found = await outbox.claim(claimedAt, limit, parts.leaseMs);
      for (const claimed of found) {
        const running = sending.get(claimed.entry.id);
        if (running !== undefined) running.token = claimed.leaseToken;
        else ahead.push({ claimed, token: claimed.leaseToken, claimedAt });
      }
      if (found.length === limit) mayHaveMore = true;
      else waitFor((await outbox.nextDueAt()) ?? Number.POSITIVE_INFINITY);
    } catch (error) {
      observe({ type: "fault", where: "delivery", error });
      waitFor(clock.now() + STORE_RETRY_MS);
    }
    claiming = null;
    if (isRunning) step();
    else await giveBackAhead();
  };

  const attempt = async (lease: Lease): Promise<void> => {
    const { entry } = lease.claimed;
    sending.set(entry.id, lease);
    try {
      if (await isStillOurs(lease)) await sendAndRecord(lease);
    } catch (error) {
      observe({ type: "fault", where: "delivery", error });
    }
    sending.delete(entry.id);
    if (sending.size === 0) for (const resolve of idlers.splice(0)) resolve();
    step();
  };

  const isStillOurs = async ({ claimed, token, claimedAt }: Lease): Promise<boolean> => {
    const now = clock.now();
    if (now - claimedAt < FRESH_MS && now >= claimedAt) return true;
    return outbox.renew(claimed.entry.id, token, now + parts.leaseMs);
  };

  const sendAndRecord = async (lease: Lease): Promise<void> => {
    const { entry } = lease.claimed;
    const startedAt = clock.now();
    const result = await send(lease.claimed);
    const endedAt = clock.now();
    // Stopped before the mail was out: as if it had not been begun.
    if (result.kind === "failed" && result.facts.reason === "stopped" && result.facts.outcome === "deferred")
      return giveBack([lease]);
    const [attempt, end] = outcomeOf(result, { entry, startedAt, endedAt });
    await record(lease, attempt, end);
    if (end.to === "queued") waitFor(end.dueAt);
    if (result.kind === "failed") breaker.onFailure(result.facts, endedAt);
    const working = workingSign(result);
    if (working !== null && breaker.onWorking(working)) await hasten().then(wake);
  };

  const send = async (claimed: ClaimedEntry): Promise<SendResult> => {
    try {
      const mail = await parts.compose(claimed);
      if (mail === null) return { kind: "empty" };
      return { kind: "delivered", ...(await parts.transport.send(mail, stopping.signal)) };
    } catch (error) {
      if (error instanceof SendFailure) return { kind: "failed", facts: error.facts };
      observe({ type: "fault", where: "delivery", error });
      return { kind: "failed", facts: INTERNAL };
    }
  };

  /** A result is not let go before it is written down: forgetting a delivery would be a second mail. */
  const record = async (lease: Lease, attempt: Attempt, end: AttemptEnd): Promise<void> => {
    const { entry, submission } = lease.claimed;
    for (let isFirst = true; ; isFirst = false) {
      try {
        if ((await outbox.finish(entry.id, lease.token, attempt, end)) === "lost") return;
        break;
      } catch (error) {
        if (isFirst) observe({ type: "fault", where: "delivery", error });
        if (!isRunning) return;
        await new Promise<void>((resolve) => {
          const callOffRetry = clock.after(STORE_RETRY_MS, resolve);
          storeRetries.add(() => {
            callOffRetry();
            resolve();
          });
        });
        storeRetries.clear();
      }
    }
    observe({
      type: "attempted",
      entryId: entry.id,
      submissionId: entry.submissionId,
      kind: entry.kind,
      number: entry.attempts + 1,
      outcome: attempt.outcome,
      smtpCode: attempt.smtpCode,
      enhancedCode: attempt.enhancedCode,
      reason: attempt.reason,
      ms: attempt.endedAt - attempt.startedAt,
      sinceAcceptedMs: attempt.endedAt - (submission?.receivedAt ?? entry.createdAt),
      isLast: end.to !== "queued",
    });
  };

  const giveBack = async (leases: readonly Lease[]): Promise<void> => {
    const now = clock.now();
    await outbox.giveBack(
      leases.map(({ claimed, token }) => ({ entryId: claimed.entry.id, leaseToken: token, dueAt: now })),
    );
  };
  const giveBackAhead = async (): Promise<void> => {
    const leases = ahead.splice(0);
    if (leases.length === 0) return;
    await giveBack(leases).catch((error: unknown) => observe({ type: "fault", where: "delivery", error }));
  };

  return {
    start() {
      isRunning = true;
      wake();
    },
    wake,
    async stop(graceMs) {
      isRunning = false;
      callOff();
      for (const resolve of storeRetries) resolve();
      await claiming;
      await giveBackAhead();
      if (sending.size > 0) {
        const callOffEnd = clock.after(graceMs, () => stopping.abort());
        await new Promise<void>((resolve) => idlers.push(resolve));
        callOffEnd();
      }
      stopping.abort();
    },
  };
}

type SendResult =
  | { readonly kind: "delivered"; readonly reply: string; readonly queueId: string | null }
  | { readonly kind: "failed"; readonly facts: FailureFacts }
  | { readonly kind: "empty" };

/** "250 2.0.0 Ok: queued as 4F..." */
function acceptance({ reply, queueId }: Delivered): Pick<Attempt, "smtpCode" | "enhancedCode" | "reply" | "queueId"> {
  const [, code, enhancedCode] = /^(\d{3}) (\d\.\d{1,3}\.\d{1,3} )?/.exec(reply) ?? [];
  return {
    smtpCode: code === undefined ? null : Number(code),
    enhancedCode: enhancedCode?.trim() ?? null,
    reply,
    queueId,
  };
}

const NO_REPLY = { smtpCode: null, enhancedCode: null, reply: null } as const;

/** A fault of the relay's own. The visitor's mail waits until it is mended. */
const INTERNAL: FailureFacts = { outcome: "deferred", reason: "internal", isForAll: false, ...NO_REPLY };

/** What a result says of the server: it took or judged a mail, it put one off, or nothing good. */
function workingSign(result: SendResult): "took" | "put-off" | null {
  if (result.kind === "delivered") return "took";
  if (result.kind === "empty" || result.facts.isForAll || result.facts.smtpCode === null) return null;
  return result.facts.outcome === "dead" ? "took" : "put-off";
}

function outcomeOf(
  result: SendResult,
  { entry, startedAt, endedAt }: { entry: ClaimedEntry["entry"]; startedAt: number; endedAt: number },
): [Attempt, AttemptEnd] {
  const times = { startedAt, endedAt };
  switch (result.kind) {
    case "delivered":
      return [{ ...times, ...acceptance(result), outcome: "delivered", reason: null }, { to: "delivered" }];
    case "empty":
      return [
        { ...times, ...NO_REPLY, outcome: "dead", reason: "nothing-to-tell", queueId: null },
        { to: "dead", reason: "nothing-to-tell" },
      ];
    case "failed": {
      const { outcome, reason, smtpCode, enhancedCode, reply } = result.facts;
      const attempt: Attempt = { ...times, outcome, reason, smtpCode, enhancedCode, reply, queueId: null };
      return [attempt, afterFailure(entry, result.facts, endedAt)];
    }
  }
}
