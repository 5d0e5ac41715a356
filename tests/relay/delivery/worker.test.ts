// From due rows to mails and audited ends: what is sent, when again, and what never twice.
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createSendEntry } from "../../../relay/delivery/send-entry.ts";
import type { Delivered } from "../../../relay/delivery/transports/mail-transport.ts";
import type { ClaimedEntry } from "../../../relay/store/operations/claim.ts";
import { sampleSender } from "../../support/relay/sample-mail.ts";
import { fail, LEASE_MS, settle, taken, withWorker } from "../support/with-worker.ts";

const MINUTE = 60_000;

describe("a row that is due", () => {
  test("is sent once, and its timeline shows the server's answer and queue id", () =>
    withWorker(async ({ worker, outbox, transport, clock, accept, attempted }) => {
      await accept(1);
      clock.advance(5000);
      worker.start();
      const [event] = await attempted(1);
      expect(event).toMatchObject({ outcome: "delivered", kind: "team", number: 1, smtpCode: 250, isLast: true });
      expect(event).toMatchObject({ sinceAcceptedMs: 5000, ms: 0 });
      const { items } = await outbox.list({}, 10);
      expect(items[0]?.entries).toMatchObject([{ state: "delivered", attempts: 1, isLeased: false }]);
      const details = await outbox.find(items[0]?.reference ?? "");
      expect(details?.timeline.at(-1)?.what).toMatchObject({
        type: "attempted",
        attempt: { outcome: "delivered", reply: "250 2.0.0 Ok: queued as 4F1", queueId: "4F1", enhancedCode: "2.0.0" },
      });
      expect(transport.sent).toHaveLength(1);
    }));

  test("and is locked by another transaction is asked for again at once", () =>
    withWorker(async ({ worker, outbox, accept, attempted }) => {
      const claim = outbox.claim.bind(outbox);
      let locked = 5;
      outbox.claim = (...values) => (locked-- > 0 ? Promise.resolve([]) : claim(...values));
      await accept(1);
      worker.start();
      await attempted(1);
    }));

  test("later has nobody ask the store before that", () =>
    withWorker(async ({ worker, outbox, transport, accept, attempted }) => {
      vi.useFakeTimers({ toFake: ["setTimeout"] });
      onTestFinished(() => void vi.useRealTimers());
      transport.answer = () => {
        throw fail();
      };
      const claim = vi.spyOn(outbox, "claim");
      await accept(1);
      worker.start();
      await attempted(1);
      await settle();
      // One that met the row while it was locked looks again a moment later.
      vi.advanceTimersByTime(1000);
      await settle();
      claim.mockClear();
      vi.advanceTimersByTime(1000);
      await settle();
      expect(claim).not.toHaveBeenCalled();
    }));

  test("waits for no other row's answer, and no more go at once than there are lines", () =>
    withWorker(async ({ worker, transport, accept, attempted }) => {
      const open: (() => void)[] = [];
      let most = 0;
      transport.answer = () =>
        new Promise((resolve) => {
          open.push(() => resolve(taken));
          most = Math.max(most, open.length);
        });
      await accept(12);
      worker.start();
      await settle();
      expect([transport.sent.length, most]).toEqual([5, 5]);
      for (let done = 0; done < 12; done += 1) {
        open.shift()?.();
        await settle();
      }
      await attempted(12);
      expect([new Set(transport.sent.map(({ messageId }) => messageId)).size, most]).toEqual([12, 5]);
    }));
});

test("a row with a temporary failure comes again on the schedule under the same Message-ID, until it is delivered", () =>
  withWorker(async ({ worker, outbox, clock, transport, accept, attempted, advance }) => {
    transport.answer = () => {
      throw fail({ reason: "greylisted", smtpCode: 450 });
    };
    await accept(1);
    worker.start();
    for (let count = 1; count <= 7; count += 1) {
      await attempted(count);
      const before = clock.now();
      const dueAt = (await outbox.nextDueAt()) ?? 0;
      const minutes = [0.5, 2, 5, 15, 30, 60, 60][count - 1] ?? 0;
      expect(Math.abs((dueAt - before) / MINUTE / minutes - 1)).toBeLessThanOrEqual(0.2);
      await advance(dueAt - before - 1);
      expect(transport.sent).toHaveLength(count);
      if (count === 7) transport.answer = () => taken;
      await advance(1);
    }
    await attempted(8);
    expect(new Set(transport.sent.map(({ messageId, date, text }) => `${messageId} ${date} ${text}`)).size).toBe(1);
    expect((await outbox.list({ state: "delivered" }, 10)).items).toHaveLength(1);
  }));

test("a row that was claimed while one that goes before it came waits for that one", () =>
  withWorker(async ({ outbox, transport, accept, create, attempted }) => {
    let isBusy = false;
    const claim = outbox.claim.bind(outbox);
    outbox.claim = (...values) => {
      isBusy = true;
      return claim(...values);
    };
    await accept(1);
    const worker = create({ after: { isBusy: () => isBusy }, connections: 1 });
    worker.start();
    await settle();
    expect(transport.sent).toHaveLength(0);
    outbox.claim = claim;
    isBusy = false;
    worker.wake();
    await attempted(1);
    await worker.stop(0);
  }));

test("mails that cannot be composed keep no other from going", () =>
  withWorker(async ({ outbox, transport, accept, create, events, attempted }) => {
    await accept(60);
    const carriers = { mail: transport, calls: { send: () => Promise.reject() } };
    const worker = create({
      send(claimed, signal) {
        if (Number(/\d+/.exec(claimed.submission?.fields.message ?? "")?.[0]) <= 40) throw new TypeError("a bug");
        return createSendEntry(() => sampleSender, outbox, carriers)(claimed, signal);
      },
    });
    worker.start();
    await attempted(60);
    expect(transport.sent).toHaveLength(20);
    expect(events.filter(({ type }) => type === "dead")).toEqual([]);
    // A fault of the relay's own ends nothing: they wait.
    const waiting = (await outbox.list({ state: "queued" }, 100)).items.flatMap((one) => one.entries);
    expect(waiting.map(({ reason, attempts }) => `${reason} ${attempts}`)).toEqual(Array(40).fill("internal 1"));
    await worker.stop(0);
  }));

describe("a server that is down", () => {
  test("is left alone: few of many rows are tried, and all go when it is back", () =>
    withWorker(async ({ worker, outbox, transport, accept, attempted, advance }) => {
      transport.answer = () => {
        throw fail({ reason: "unreachable", scope: "connection" });
      };
      await accept(200);
      worker.start();
      await settle();
      // None is leased any more: a command may take each.
      const entries = (await outbox.list({ state: "queued" }, 500)).items.flatMap((one) => one.entries);
      expect([entries.length, entries.filter(({ isLeased }) => isLeased)]).toEqual([200, []]);
      for (let minute = 0; minute < 120; minute += 1) await advance(MINUTE);
      // At most five minutes and a fifth pass between two of them.
      expect(transport.sent.length).toBeGreaterThan(22);
      expect(transport.sent.length).toBeLessThan(45);
      transport.answer = () => taken;
      const before = transport.sent.length;
      for (let minute = 0; minute < 6; minute += 1) await advance(MINUTE);
      await attempted(before + 200);
      expect(transport.sent).toHaveLength(before + 200);
      // Away again: pauses begin with 30 s again, then a minute.
      transport.answer = () => Promise.reject(fail({ reason: "unreachable", scope: "connection" }));
      await accept(3);
      worker.wake();
      await settle();
      const tried = transport.sent.length;
      await advance(40_000);
      expect(transport.sent.length).toBe(tried + 1);
      await advance(73_000);
      expect(transport.sent.length).toBe(tried + 2);
    }));

  const AT_ONCE = ["login", "sender-refused", "relaying-denied", "tls"] as const;
  test.each(["unreachable", ...AT_ONCE] as const)("because of %s is hardly tried: it locks accounts", (reason) =>
    withWorker(async ({ create, transport, accept }) => {
      transport.answer = () => Promise.reject(fail({ reason, scope: "connection" }));
      await accept(9);
      create({ connections: 1 }).start();
      await settle();
      expect(transport.sent).toHaveLength(reason === "unreachable" ? 3 : 1);
    }),
  );

  test.each([
    ["connection", "550, for one mail", 550, 5],
    ["route", "550, for one mail", 550, 5],
    ["route", "nothing", null, 0],
  ] as const)("of the %s is looked for by one mail; answered with %s", (scope, _answer, smtpCode, more) =>
    withWorker(async ({ worker, transport, accept, advance }) => {
      transport.answer = () => Promise.reject(fail({ reason: "unreachable", scope }));
      await accept(12);
      worker.start();
      await settle();
      const before = transport.sent.length;
      await advance(2 * MINUTE);
      expect(transport.sent).toHaveLength(before + 1);
      const ends: (() => void)[] = [];
      const refused = fail({ outcome: "dead", reason: "content-refused", smtpCode });
      transport.answer = () => new Promise((_resolve, reject) => ends.push(() => reject(refused)));
      await advance(6 * MINUTE);
      expect(ends).toHaveLength(1);
      ends.shift()?.();
      await settle();
      expect(ends).toHaveLength(more);
      for (const end of ends) end();
    }),
  );

  test("and was not even asked counts as no attempt, and pauses all mails", () =>
    withWorker(async ({ worker, outbox, transport, accept, events, advance }) => {
      const refused = fail({ reason: "login", scope: "connection", isTried: false });
      const waiting: (() => void)[] = [];
      transport.answer = () => new Promise((_resolve, reject) => waiting.push(() => reject(refused)));
      await accept(3);
      worker.start();
      await settle();
      for (const answer of waiting) answer();
      await settle();
      expect([transport.sent.length, worker.pauses().length, events.length]).toEqual([3, 1, 0]);
      const entries = (await outbox.list({ state: "queued" }, 10)).items.flatMap((one) => one.entries);
      expect(entries.map(({ attempts, isLeased }) => [attempts, isLeased])).toEqual(Array(3).fill([0, false]));
      transport.answer = () => taken;
      await advance(2 * MINUTE);
      expect((await outbox.list({ state: "delivered" }, 10)).items).toHaveLength(3);
    }));

  test("while the store is asked for more mails has these given back", () =>
    withWorker(async ({ worker, outbox, transport, accept, advance }) => {
      const claim = outbox.claim.bind(outbox);
      let claims = 0;
      let answerOthers = () => {};
      const others = new Promise<void>((resolve) => (answerOthers = resolve));
      outbox.claim = async (...values) => {
        claims += 1;
        if (claims > 1) await others;
        return claim(...values);
      };
      transport.answer = () => Promise.reject(fail({ reason: "login", scope: "connection", isTried: false }));
      await accept(3);
      worker.start();
      await settle();
      answerOthers();
      await settle();
      expect(transport.sent).toHaveLength(1);
      const entries = (await outbox.list({ state: "queued" }, 10)).items.flatMap((one) => one.entries);
      expect(entries.map(({ attempts, isLeased }) => [attempts, isLeased])).toEqual(Array(3).fill([0, false]));
      transport.answer = () => taken;
      await advance(2 * MINUTE);
      expect((await outbox.list({ state: "delivered" }, 10)).items).toHaveLength(3);
    }));

  test("for one mail's sake alone keeps no other from going", () =>
    withWorker(async ({ worker, transport, accept, attempted }) => {
      let count = 0;
      transport.answer = () => {
        count += 1;
        // Of five lines, so that no three faults can be written down in a row, in whichever order the store answers.
        if (count % 5 === 0) throw fail({ reason: "cut-off", scope: "connection" });
        return taken;
      };
      await accept(30);
      worker.start();
      const events = await attempted(30);
      expect(events.filter(({ outcome }) => outcome === "delivered")).toHaveLength(24);
    }));
});

describe("a mail is never sent a second time", () => {
  test("by a second worker, while the first is at it", () =>
    withWorker(async ({ transport, accept, create, attempted, advance }) => {
      let finish: (delivered: Delivered) => void = () => {};
      transport.answer = () => new Promise((resolve) => (finish = resolve));
      await accept(1);
      const lease = { leaseMs: LEASE_MS, renewEveryMs: LEASE_MS / 3 };
      const [worker, other] = [create({ lease }), create({ lease })];
      worker.start();
      await settle();
      other.start();
      for (let n = 0; n < 6; n += 1) await advance(LEASE_MS / 3);
      expect(transport.sent).toHaveLength(1);
      finish(taken);
      expect(await attempted(1)).toMatchObject([{ outcome: "delivered" }]);
      await advance(60 * MINUTE);
      await Promise.all([worker.stop(0), other.stop(0)]);
      expect(transport.sent).toHaveLength(1);
    }));

  test("by another connection that is given the same row", () =>
    withWorker(async ({ worker, outbox, transport, accept, attempted, events }) => {
      let answer = () => {};
      transport.answer = () => new Promise((resolve) => (answer = () => resolve(taken)));
      const claim = outbox.claim.bind(outbox);
      const given: ClaimedEntry[] = [];
      outbox.claim = async (...values) => {
        const rows = await claim(...values);
        given.push(...rows);
        return rows.length === 0 ? given.splice(0) : rows;
      };
      await accept(1);
      worker.start();
      await settle();
      expect([transport.sent.length, given]).toEqual([1, []]);
      answer();
      expect(await attempted(1)).toMatchObject([{ outcome: "delivered" }]);
      await settle();
      expect(transport.sent).toHaveLength(1);
      expect(events.filter(({ type }) => type === "fault")).toEqual([]);
    }));

  test.each(["given back", "recorded to go again at once"])(
    "nor kept by nobody, claimed by another connection once it is %s and before the store has answered so",
    (end) =>
      withWorker(async ({ worker, outbox, transport, accept, attempted, advance }) => {
        const { claim, releaseLease, finish } = outbox;
        let write = () => {};
        const written = new Promise<void>((resolve) => (write = resolve));
        let claimAgain = () => {};
        const claimedAgain = new Promise<void>((resolve) => (claimAgain = resolve));
        let claims = 0;
        outbox.claim = async (...values) => {
          claims += 1;
          if (claims === 1) return claim(...values);
          await written;
          const rows = await claim(...values);
          setImmediate(claimAgain);
          return rows;
        };
        outbox.releaseLease = async (...values) => {
          const released = await releaseLease(...values);
          write();
          await claimedAgain;
          return released;
        };
        outbox.finish = async (id, token, attempt, result) => {
          const due = result.to === "queued" ? { ...result, dueAt: 0 } : result;
          const recorded = await finish(id, token, attempt, due);
          write();
          await claimedAgain;
          return recorded;
        };
        const isTried = end !== "given back";
        transport.answer = () => Promise.reject(fail({ reason: "login", scope: "connection", isTried }));
        await accept(1);
        worker.start();
        await settle();
        expect((await outbox.list({}, 10)).items[0]?.entries).toMatchObject([{ state: "queued", isLeased: false }]);
        transport.answer = () => taken;
        await advance(2 * MINUTE);
        expect((await attempted(isTried ? 2 : 1)).at(-1)).toMatchObject({ outcome: "delivered" });
      }),
  );

  test("though the clock jumps past its lease while it is sent", () =>
    withWorker(async ({ worker, outbox, transport, accept, advance }) => {
      let finish: (delivered: Delivered) => void = () => {};
      transport.answer = () => new Promise((resolve) => (finish = resolve));
      await accept(1);
      worker.start();
      await settle();
      await advance(3 * LEASE_MS);
      finish(taken);
      await settle();
      await advance(3 * LEASE_MS);
      expect(transport.sent).toHaveLength(1);
      expect((await outbox.list({ state: "delivered" }, 10)).items).toHaveLength(1);
    }));

  test("and is reported by the relay alone that holds its lease", () =>
    withWorker(async ({ worker, outbox, accept, events }) => {
      outbox.finish = async () => "lost";
      await accept(1);
      worker.start();
      await settle();
      expect(events.filter(({ type }) => type === "attempted")).toEqual([]);
    }));

  test("though the store could not write down the delivery at first", () =>
    withWorker(async ({ worker, outbox, transport, accept, events, advance }) => {
      const finish = outbox.finish.bind(outbox);
      let failures = 3;
      outbox.finish = (...values) => (failures-- > 0 ? Promise.reject(new Error("disk full")) : finish(...values));
      await accept(1);
      worker.start();
      await settle();
      for (let second = 0; second < 5; second += 1) await advance(1000);
      expect(transport.sent).toHaveLength(1);
      expect((await outbox.list({ state: "delivered" }, 10)).items).toHaveLength(1);
      expect(events.filter(({ type }) => type === "fault")).toHaveLength(1);
    }));
});

describe("stopping", () => {
  test("lets mails under way finish, gives the others back untouched, and begins none", () =>
    withWorker(async ({ worker, outbox, transport, accept }) => {
      const open: (() => void)[] = [];
      transport.answer = () => new Promise((resolve) => open.push(() => resolve(taken)));
      await accept(20);
      worker.start();
      await settle();
      const stopped = worker.stop(5000);
      await settle();
      for (const finish of open) finish();
      await stopped;
      const entries = (await outbox.list({}, 100)).items.flatMap(({ entries: each }) => each);
      expect(entries.filter(({ state }) => state === "delivered")).toHaveLength(5);
      expect(
        entries.filter(({ state, attempts, isLeased }) => state === "queued" && attempts === 0 && !isLeased),
      ).toHaveLength(15);
    }));

  test("ends what takes too long, and the row is as it was", () =>
    withWorker(async ({ worker, outbox, clock, transport, accept }) => {
      transport.answer = (_mail, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(fail({ reason: "stopped" })));
        });
      await accept(1);
      worker.start();
      await settle();
      const stopped = worker.stop(5000);
      await settle();
      clock.advance(5000);
      await stopped;
      const { items } = await outbox.list({ state: "queued" }, 10);
      expect(items[0]?.entries).toMatchObject([{ attempts: 0, isLeased: false }]);
    }));

  test("writes down a delivery that the store does not take at first", () =>
    withWorker(async ({ worker, outbox, clock, transport, accept }) => {
      let answer = () => {};
      transport.answer = () => new Promise((resolve) => (answer = () => resolve(taken)));
      const finish = outbox.finish.bind(outbox);
      let failures = 2;
      outbox.finish = (...values) => (failures-- > 0 ? Promise.reject(new Error("away")) : finish(...values));
      await accept(1);
      worker.start();
      await settle();
      const stopped = worker.stop(5000);
      answer();
      for (let second = 0; second < 2; second += 1) {
        await settle();
        clock.advance(1000);
      }
      await stopped;
      const { items } = await outbox.list({}, 10);
      expect(items[0]?.entries).toMatchObject([{ state: "delivered", isLeased: false }]);
    }));

  test("and does not wait for a store that takes no results at all", () =>
    withWorker(async ({ worker, outbox, clock, transport, accept }) => {
      let answer = () => {};
      transport.answer = () => new Promise((resolve) => (answer = () => resolve(taken)));
      outbox.finish = () => Promise.reject(new Error("away"));
      await accept(1);
      worker.start();
      await settle();
      const stopped = worker.stop(5000);
      answer();
      await settle();
      clock.advance(5000);
      await stopped;
    }));
});
