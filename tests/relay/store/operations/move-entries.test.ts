// What operators ask of the store: look, send again, let go, send elsewhere, forget.
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isPostgres } from "../../support/test-store.ts";
import {
  acceptance,
  accepted,
  acceptedAs,
  attempt,
  attemptAll,
  DAY,
  type TestOutbox,
  withOutbox,
} from "../../support/with-outbox.ts";

const LEASE = 60_000;
const HELD = { suspicion: { score: 60, reasons: ["honeypot"] } };

const states = async ({ outbox }: TestOutbox, id: string) => (await outbox.find(id))?.entries.map(({ state }) => state);

describe("held submissions", () => {
  test("are sent by nobody until they are released, with a whole life before them", () =>
    withOutbox(async (relay) => {
      const { outbox, clock } = relay;
      const id = await accepted(relay, HELD);
      clock.advance(10 * DAY);
      const lives = async () =>
        (await outbox.claim(clock.now(), 10, LEASE)).map(({ entry }) => entry.expiresAt - clock.now());
      expect(await lives()).toEqual([]);
      const came = async () => (await outbox.find(id))?.timeline[0]?.what;
      const before = await came();
      expect(before).toEqual({ type: "accepted", held: true, ...HELD.suspicion });
      expect(await outbox.release({ ids: [id] }, clock.now())).toBe(2);
      expect(await lives()).toEqual([5 * DAY, DAY]);
      const history = (await outbox.find(id))?.timeline.map(({ what }) => what.type);
      expect(history).toEqual(["accepted", "released", "released"]);
      expect(await came()).toEqual(before);
      expect(await outbox.release({ ids: [id] }, clock.now())).toBe(0);
    }));

  test("are reported once, in one digest a day to each of the team", () =>
    withOutbox(async (relay) => {
      const plan = ["a@example.com", "b@example.com"];
      expect(await relay.outbox.planDigest(plan, relay.clock.now())).toEqual([]);
      const first = await accepted(relay, HELD);
      await accepted(relay, {}, { message: "An honest one" });
      const digests = await relay.outbox.planDigest(plan, relay.clock.now());
      expect(digests.map(({ recipient, kind }) => [recipient, kind])).toEqual([
        ["a@example.com", "digest"],
        ["b@example.com", "digest"],
      ]);
      for (const { id } of digests)
        expect((await relay.outbox.digestItems(id)).map((item) => item.id)).toEqual([first]);
      relay.clock.advance(1000);
      const second = await accepted(relay, HELD, { message: "Another" });
      expect(await relay.outbox.planDigest(plan, relay.clock.now())).toEqual([]);
      relay.clock.advance(DAY);
      const [next] = await relay.outbox.planDigest(plan, relay.clock.now());
      expect((await relay.outbox.digestItems(String(next?.id))).map((item) => item.id)).toEqual([second]);
      relay.clock.advance(DAY);
      expect(await relay.outbox.planDigest(plan, relay.clock.now())).toEqual([]);
    }));
});

test("what a digest was about is reported again where the digest was given up, and not where another of the team got it", () =>
  withOutbox(async (relay) => {
    const { outbox, clock } = relay;
    const plan = ["a@example.com", "b@example.com"];
    const held = await accepted(relay, HELD);
    const end = (...dead: string[]) =>
      attemptAll(relay, ({ entry }) =>
        dead.includes(entry.recipient) ? { to: "dead", reason: "mailbox-unknown" } : { to: "delivered" },
      );
    expect(await outbox.planDigest(plan, clock.now())).toHaveLength(2);
    await end("a@example.com", "b@example.com");
    clock.advance(DAY);
    const [again] = await outbox.planDigest(plan, clock.now());
    expect((await outbox.digestItems(String(again?.id))).map(({ id }) => id)).toEqual([held]);
    await end("a@example.com");
    clock.advance(DAY);
    expect(await outbox.planDigest(plan, clock.now())).toEqual([]);
  }));

describe("retry and redirect", () => {
  test("send what died again, by id, reference, entry or state, and nothing that was delivered", () =>
    withOutbox(async (relay) => {
      const [good, bad] = [await accepted(relay), await accepted(relay, { form: "venue" }, { message: "Other" })];
      await attemptAll(relay, ({ submission }) =>
        submission?.id === good ? { to: "delivered" } : { to: "dead", reason: "refused" },
      );
      const now = relay.clock.now() + 10 * DAY;
      expect(await relay.outbox.retry({ ids: [good] }, now)).toBe(0);
      expect(await relay.outbox.retry({ state: "dead", form: "contact" }, now)).toBe(0);
      const found = await relay.outbox.find(bad);
      expect(await relay.outbox.retry({ ids: [String(found?.entries[1]?.id)] }, now)).toBe(1);
      expect(await relay.outbox.retry({ ids: [String(found?.reference.toLowerCase())] }, now)).toBe(2);
      expect((await relay.outbox.find(bad))?.timeline.at(-1)?.what).toEqual({ type: "retried" });
      const [claimed] = await relay.outbox.claim(now, 1, LEASE);
      expect(claimed?.entry).toMatchObject({ attempts: 1, tries: 0, expiresAt: now + 5 * DAY });
    }));

  test("leave alone what is being sent this moment", () =>
    withOutbox(async (relay) => {
      const id = await accepted(relay);
      await relay.outbox.claim(relay.clock.now(), 10, LEASE);
      expect(await relay.outbox.retry({ ids: [id] }, relay.clock.now())).toBe(0);
      expect(await relay.outbox.redirect({ ids: [id] }, "other@example.com", relay.clock.now())).toBe(0);
    }));

  test("leave held what is held, wherever it is to go", () =>
    withOutbox(async (relay) => {
      const id = await accepted(relay, HELD);
      expect(await relay.outbox.redirect({ ids: [id] }, "other@example.com", relay.clock.now())).toBe(1);
      const [entry] = (await relay.outbox.find(id))?.entries ?? [];
      expect(entry).toMatchObject({ recipient: "other@example.com", state: "held" });
    }));
});

test("looking goes page by page, newest first, and by form, state, address and time", () =>
  withOutbox(async (relay) => {
    const ids: string[] = [];
    for (const index of [0, 1, 2, 3, 4]) {
      relay.clock.advance(1000);
      ids.unshift(
        await accepted(relay, index === 3 ? { ...HELD, form: "venue" } : {}, { email: `Zoe${index}@Example.org` }),
      );
    }
    const first = await relay.outbox.list({}, 3);
    const second = await relay.outbox.list({}, 2, first.next);
    expect([first, second].flatMap(({ items }) => items.map(({ id }) => id))).toEqual(ids);
    expect(second.next).toBeNull();
    const found = async (filter: Parameters<typeof relay.outbox.list>[0]) =>
      (await relay.outbox.list(filter, 10)).items.map(({ id }) => id);
    expect(await found({ form: "venue" })).toEqual([ids[1]]);
    expect(await found({ state: "held" })).toEqual([ids[1]]);
    expect(await found({ email: "zoe2@example.ORG" })).toEqual([ids[2]]);
    expect(await found({ receivedFrom: relay.clock.now() })).toEqual([ids[0]]);
    expect(await found({ receivedBefore: relay.clock.now() - 3000 })).toEqual([ids[4]]);
  }));

describe("forgetting", () => {
  /** Every byte that a store in a file has on the disk, or every row of one in a database. */
  const bytes = async ({ path, store }: TestOutbox): Promise<Buffer> => {
    if (!isPostgres())
      return Buffer.concat(
        [path, `${path}-wal`, `${path}-journal`].filter((file) => existsSync(file)).map((file) => readFileSync(file)),
      );
    const tables = await store.rows(
      "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace",
    );
    const rows = await Promise.all(tables.map(({ name }) => store.rows(`SELECT * FROM ${name}`)));
    return Buffer.from(JSON.stringify(rows));
  };

  test("an address leaves no byte of it, states and a receipt, and lets the same request come again", () =>
    withOutbox(async (relay) => {
      const secrets = ["MARKERNAME", "MARKERMESSAGE", "marker@example.org", "MARKERPHONE"];
      const fields = {
        firstName: "MARKERNAME",
        message: "MARKERMESSAGE ".repeat(400),
        email: "Marker@Example.org",
        phone: "MARKERPHONE",
      };
      const other = await accepted(relay);
      await attemptAll(relay);
      const toVisitor = { kind: "acknowledgement", recipient: "Marker@Example.org", state: "queued" };
      const all = { entries: [...acceptance().entries.slice(0, 1), toVisitor], idempotencyKey: "MARKERKEY" };
      const result = await acceptedAs(relay, {}, fields, all);
      await attemptAll(relay, undefined, { reply: "250 Ok <Marker@Example.org>" });
      expect((await bytes(relay)).includes("MARKERMESSAGE")).toBe(true);
      const receipt = await relay.outbox.erase("MARKER@example.org", relay.clock.now());
      expect(receipt).toMatchObject({ reason: "request", submissions: 1, entries: 2, references: [result.reference] });
      for (const secret of secrets)
        expect((await bytes(relay)).toString("latin1").toLowerCase()).not.toContain(secret.toLowerCase());
      await relay.reopen();
      for (const secret of secrets)
        expect((await bytes(relay)).toString("latin1").toLowerCase()).not.toContain(secret.toLowerCase());
      expect(await states(relay, result.id)).toEqual(["erased", "erased"]);
      expect(await states(relay, other)).toEqual(["delivered", "delivered"]);
      expect(await relay.outbox.receipts()).toEqual([receipt]);
      expect(await acceptedAs(relay, {}, fields, all)).toMatchObject({ kind: "accepted" });
    }));

  test("stops what is waiting, and what is under way cannot bring it back", () =>
    withOutbox(async (relay) => {
      const id = await accepted(relay);
      const [claimed] = await relay.outbox.claim(relay.clock.now(), 1, LEASE);
      await relay.outbox.erase("zoe@example.org", relay.clock.now());
      const { entry, leaseToken } = claimed as NonNullable<typeof claimed>;
      expect(await relay.outbox.finish(entry.id, leaseToken, attempt(relay.clock), { to: "delivered" })).toBe("lost");
      expect(await relay.outbox.claim(relay.clock.now() + DAY, 10, LEASE)).toEqual([]);
      expect(await states(relay, id)).toEqual(["erased", "erased"]);
    }));
});
