// One attempt: which mail is sent, what is written down, and what is reported of it.
import { describe, expect, test } from "vitest";
import { createTimeline } from "../../../relay/clock.ts";
import { type AttemptParts, createAttempts } from "../../../relay/delivery/attempts.ts";
import { createComposeEntry, sendAsMail } from "../../../relay/delivery/entry-transport.ts";
import type { MailMessage } from "../../../relay/message/mail-message.ts";
import type { RelayEvent } from "../../../relay/observe/relay-event.ts";
import type { ClaimedEntry } from "../../../relay/outbox/outbox.ts";
import type { Attempt, AttemptEnd } from "../../../relay/outbox/outbox-entry.ts";
import { sampleMail, sampleRequest, sampleSender } from "../../support/sample-mail.ts";
import { createTestClock } from "../support/test-clock.ts";
import { fail, settle, taken } from "../support/with-worker.ts";

const DAY = 86_400_000;
const LEASE = 900_000;

function claimedOf(kind: "team" | "acknowledgement" | "digest", now: number, more = {}): ClaimedEntry {
  const submission = kind === "digest" ? null : sampleRequest({}, { receivedAt: now - 5000 });
  const times = { createdAt: now - 3000, dueAt: now, expiresAt: now + DAY, changedAt: now - 3000 };
  return {
    entry: {
      ...{ id: "entry-1", submissionId: submission?.id ?? null, kind, recipient: "x@evenhall.test", state: "queued" },
      ...{ attempts: 2, tries: 1, leaseUntil: now + LEASE, reason: null },
      ...times,
      ...more,
    },
    submission,
    route: "x",
    leaseToken: "token",
  };
}

/** Attempts with a store and a mail server that do as a test says. */
function prepare(
  compose: Parameters<typeof sendAsMail>[0] = async () => sampleMail(),
  more: Partial<AttemptParts> = {},
) {
  const testClock = createTestClock();
  const clock = createTimeline(testClock);
  const events: RelayEvent[] = [];
  const sent: MailMessage[] = [];
  const finished: { readonly token: string; readonly attempt: Attempt; readonly end: AttemptEnd }[] = [];
  const renewed: number[] = [];
  const answers = {
    send: async (_signal: AbortSignal) => taken,
    renew: true,
    finish: async () => "recorded" as "recorded" | "lost",
  };
  const attempts = createAttempts({
    outbox: {
      finish: async (_id, token, attempt, end) => {
        const result = await answers.finish();
        finished.push({ token, attempt, end });
        return result;
      },
      renew: async (_id, _token, until) => {
        renewed.push(until);
        return answers.renew;
      },
    },
    transport: sendAsMail(compose, {
      send: (mail, signal) => {
        sent.push(mail);
        return answers.send(signal);
      },
      verify: async () => {},
    }),
    clock,
    observe: (event) => events.push(event),
    leaseMs: LEASE,
    ...more,
  });
  const lease = (claimed = claimedOf("team", clock.now())) => ({
    claimed,
    token: "token",
    claimedAt: clock.elapsed(),
    setForwardMs: clock.setForwardMs(),
  });
  return { testClock, clock, events, sent, finished, renewed, answers, attempts, lease };
}

describe("a mail", () => {
  const compose = (held = [sampleRequest()]) =>
    createComposeEntry(sampleSender, { digestItems: async () => held, bounceProof: async () => "0" });

  test("is the one of its kind", async () => {
    const subjects = [];
    for (const kind of ["team", "acknowledgement", "digest"] as const)
      subjects.push((await compose()(claimedOf(kind, 0)))?.subject);
    expect(subjects).toEqual([
      "Venue request: Conference, 120 guests, 2026-03-14, Acme Ltd.",
      "Evenhall: we have received your request (EV-7K3M-9QXD)",
      "1 held back for a look",
    ]);
  });

  test("that has nothing to tell any more is none, and its entry ends", async () => {
    expect(await compose([])(claimedOf("digest", 0))).toBeNull();
    expect(await compose()({ ...claimedOf("team", 0), submission: null })).toBeNull();
    const { attempts, lease, finished, sent } = prepare(async () => null);
    expect(await attempts.run(lease())).toMatchObject({ result: { kind: "empty" }, end: { to: "dead" } });
    expect([sent, finished[0]?.end]).toEqual([[], { to: "dead", reason: "nothing-to-tell" }]);
  });
});

describe("an attempt", () => {
  test("is reported with its number, how long it took and how long the visitor's request waited", async () => {
    const { attempts, lease, answers, testClock, events } = prepare();
    testClock.advance(1000);
    answers.send = async () => {
      testClock.advance(250);
      return taken;
    };
    await attempts.run(lease());
    expect(events).toEqual([
      {
        ...{ type: "attempted", entryId: "entry-1", submissionId: "01980000-0000-7000-8000-000000000001" },
        ...{ kind: "team", number: 3, outcome: "delivered", smtpCode: 250, enhancedCode: "2.0.0", reason: null },
        ...{ ms: 250, sinceAcceptedMs: 5250, isLast: true },
      },
    ]);
    const digest = prepare();
    await digest.attempts.run(digest.lease(claimedOf("digest", digest.clock.now())));
    expect(digest.events).toMatchObject([{ kind: "digest", submissionId: null, sinceAcceptedMs: 3000 }]);
  });

  test("that ends a mail is reported as its death", async () => {
    const { attempts, lease, answers, events } = prepare();
    answers.send = () => Promise.reject(fail({ outcome: "dead", reason: "mailbox-unknown", smtpCode: 550 }));
    await attempts.run(lease());
    expect(events.map(({ type }) => type)).toEqual(["attempted", "dead"]);
    expect(events[1]).toMatchObject({ entryId: "entry-1", kind: "team", reason: "mailbox-unknown", attempts: 3 });
  });

  test("that fails by the relay's own fault is reported as one, and the mail waits", async () => {
    const { attempts, lease, events } = prepare(() => Promise.reject(new TypeError("a bug")));
    expect(await attempts.run(lease())).toMatchObject({ result: { kind: "fault" }, end: { to: "queued" } });
    expect(events).toMatchObject([
      { type: "fault", where: "delivery" },
      { type: "attempted", outcome: "deferred" },
    ]);
  });

  test("that was ended before the mail was out leaves no trace; one that may have been sent does", async () => {
    const { attempts, lease, answers, events, finished } = prepare();
    answers.send = (signal) =>
      new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(fail({ reason: "stopped" }))));
    const running = attempts.run(lease());
    await settle();
    attempts.abort();
    expect(await running).toBe("stopped");
    answers.send = () => Promise.reject(fail({ reason: "stopped", outcome: "broken-after-data" }));
    expect(await attempts.run(lease())).toMatchObject({ end: { to: "queued" } });
    expect([events.length, finished.length]).toEqual([1, 1]);
  });

  test("begins with a new lease where the row has waited for half a minute", async () => {
    const { attempts, lease, clock, testClock, renewed, sent, answers } = prepare();
    testClock.advance(100_000);
    const waiting = lease();
    testClock.advance(29_999);
    await attempts.run(waiting);
    expect(renewed).toEqual([]);
    testClock.advance(1);
    await attempts.run(waiting);
    expect(renewed).toEqual([clock.now() + LEASE]);
    answers.renew = false;
    expect(await attempts.run(waiting)).toBe("lost");
    expect(sent).toHaveLength(2);
  });

  test("gives a mail the time that the clock was set forward by while it was sent", async () => {
    const { attempts, lease, clock, testClock, answers, finished } = prepare();
    testClock.set(10 * DAY);
    clock.now();
    const waiting = lease(claimedOf("team", clock.now(), { tries: 20 }));
    answers.send = async () => {
      testClock.set(2 * DAY);
      throw fail({ reason: "greylisted", smtpCode: 450 });
    };
    await attempts.run(waiting);
    expect(finished[0]?.end).toMatchObject({ to: "queued" });
    testClock.set(0);
    const late = lease(claimedOf("team", clock.now(), { tries: 20, expiresAt: clock.now() + 1 }));
    answers.send = () => Promise.reject(fail({ reason: "greylisted", smtpCode: 450 }));
    await attempts.run(late);
    expect(finished[1]?.end).toEqual({ to: "dead", reason: "expired" });
  });
});

describe("a result that the store does not take", () => {
  test("is written down as soon as it does, and the fault is reported once", async () => {
    const faults: unknown[] = [];
    const { attempts, lease, answers, testClock, events, finished, sent } = prepare(undefined, {
      onStore: (error) => faults.push(error),
    });
    let failures = 3;
    answers.finish = async () => {
      if (failures-- > 0) throw new Error("disk full");
      return "recorded";
    };
    const running = attempts.run(lease());
    for (let second = 0; second < 3; second += 1) {
      await settle();
      testClock.advance(999);
      await settle();
      expect(finished).toEqual([]);
      testClock.advance(1);
    }
    await running;
    expect([sent.length, finished.length, faults.length]).toEqual([1, 1, 3]);
    expect(events.map((event) => (event.type === "fault" ? event.where : event.type))).toEqual([
      "delivery",
      "attempted",
    ]);
  });

  test("is let go where the relay stops", async () => {
    const { attempts, lease, answers, events, finished } = prepare();
    answers.finish = () => Promise.reject(new Error("disk full"));
    const running = attempts.run(lease());
    await settle();
    attempts.endRetries();
    await running;
    await attempts.run(lease());
    expect([finished, events.filter(({ type }) => type === "fault").length]).toEqual([[], 2]);
  });

  test("is nobody's to report where another has the row by now", async () => {
    const { attempts, lease, answers, events } = prepare();
    answers.finish = async () => "lost";
    await attempts.run(lease());
    expect(events).toEqual([]);
  });
});
