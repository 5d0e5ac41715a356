// A database that is away, comes back, or breaks off in the middle of a commit.
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "../../../../../relay/clock.ts";
import type { PostgresTarget } from "../../../../../relay/config/targets.ts";
import type { MailTransport } from "../../../../../relay/delivery/transports/mail-transport.ts";
import { SendFailure } from "../../../../../relay/delivery/transports/send-failure.ts";
import type { StoreError } from "../../../../../relay/errors.ts";
import type { Observe } from "../../../../../relay/observe/relay-event.ts";
import { type PostgresServer, startPostgres } from "../../../../support/relay/postgres-server.mjs";
import { openConnection } from "../../../support/tcp-line.ts";
import { newSchema, openPostgres as open, postgresStore } from "../../../support/test-store.ts";
import { acceptance, attempt, onFullDisk, submission } from "../../../support/with-outbox.ts";
import { REQUEST, withRelay } from "../../../support/with-relay.ts";

const request = (message: string, idempotencyKey: string) =>
  acceptance({ submission: submission({ receivedAt: Date.now() }, { message }), idempotencyKey });

describe("a server of its own", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());
  const administer = async (...statements: string[]) => {
    const client = new pg.Client(server.url());
    await client.connect();
    const results = [];
    for (const sql of statements) results.push((await client.query(sql)).rows);
    await client.end();
    return results;
  };

  test("that is killed makes calls answer 503 with Retry-After, and the relay goes on by itself when it is back", () =>
    withRelay(
      async ({ post, fetch, metrics, events }) => {
        const send = (key: string) => post({ ...REQUEST, message: key }, { "idempotency-key": key });
        expect((await send("before")).status).toBe(200);
        await server.end("SIGKILL");
        const refused = await send("while it is away");
        expect(refused.status).toBe(503);
        expect(refused.headers.get("retry-after")).toBe("5");
        expect(refused.body.error).toMatchObject({ code: "not_durable" });
        expect((await fetch("/readyz")).status).toBe(503);
        expect(await metrics()).toContain("relay_store_writable 0");
        await server.start();
        await expect.poll(async () => (await send("while it is away")).status, { timeout: 20_000 }).toBe(200);
        expect((await send("before")).headers.get("idempotent-replayed")).toBe("true");
        expect(await metrics()).toContain("relay_store_writable 1");
        const news = events.filter(({ type }) => type === "store" || type === "fault");
        expect(news).toMatchObject([
          // A connection that only breaks off has no code.
          { type: "store", writable: false, reason: "unreachable" },
          { type: "store", writable: true, reason: null, code: null },
        ]);
      },
      { RELAY_STORE_URL: server.url() },
      { clock: systemClock },
    ));

  test("whose disk was full takes writes again when a megabyte fits, not when a few bytes do", async () => {
    const outbox = await open(server.url());
    await administer(
      `CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN RAISE 'No space left on device' USING ERRCODE = '53100'; END $$`,
      "CREATE TRIGGER no_room BEFORE INSERT ON submissions EXECUTE FUNCTION no_room()",
      "CREATE TRIGGER no_room BEFORE UPDATE ON meta FOR EACH ROW WHEN (length(NEW.value) > 100000) EXECUTE FUNCTION no_room()",
    );
    const isWritable = async () => {
      await outbox.probe().catch((error: StoreError) => expect(error.failure).toBe("full"));
      return (await outbox.stats(Date.now())).writable;
    };
    expect(await isWritable()).toBe(true);
    await expect(outbox.accept(request("no room", "full"))).rejects.toMatchObject({ failure: "full" });
    expect(await isWritable()).toBe(false);
    await administer("DROP TRIGGER no_room ON meta");
    expect(await isWritable()).toBe(true);
    await administer("DROP TRIGGER no_room ON submissions");
    expect(await outbox.accept(request("no room", "full"))).toMatchObject({ kind: "accepted" });
    await outbox.close();
  });

  test("whose disk was found full while a small write was on its way is full", async () => {
    const outbox = await open(server.url());
    const other = new pg.Client(server.url());
    await other.connect();
    await other.query("BEGIN; LOCK TABLE meta IN EXCLUSIVE MODE");
    const probed = outbox.probe();
    await expect(outbox.accept(onFullDisk())).rejects.toMatchObject({ failure: "full" });
    await other.query("COMMIT");
    await probed;
    expect((await outbox.stats(Date.now())).writable).toBe(false);
    await other.end();
    await outbox.close();
  });

  test.each(["fsync", "synchronous_commit"])("with %s = off is refused with the reason", async (setting) => {
    const failureAtStart = async () => {
      try {
        await (await open(server.url())).close();
        return null;
      } catch (error) {
        const { failure, message } = error as StoreError;
        return [failure, new RegExp(`^the database .* runs with ${setting} = off`).test(message)];
      }
    };
    await administer(`ALTER SYSTEM SET ${setting} = off`, "SELECT pg_reload_conf()");
    // The server reads its settings when it comes to it.
    await expect.poll(failureAtStart).toEqual(["unsafe", true]);
    await administer(`ALTER SYSTEM RESET ${setting}`, "SELECT pg_reload_conf()");
    await expect.poll(failureAtStart).toBeNull();
  });
});

describe("a line that breaks", () => {
  /** Passes all on until a transaction in which the relay sent `word`: the line breaks before its commit or after it. */
  async function withLine<Result>(
    use: (line: { url: string; cutAt: (where: "before" | "after" | null, word?: string) => void }) => Promise<Result>,
  ) {
    const store = postgresStore(newSchema());
    let where: "before" | "after" | null = null;
    let cutWord = "";
    const line = await openConnection((store.target as PostgresTarget).port, (near, far) => {
      let isMute = false;
      let isMeant = false;
      near.on("data", (chunk) => {
        isMeant = where !== null && (isMeant || chunk.includes(cutWord));
        const isCommit = isMeant && chunk.includes("COMMIT");
        if (isCommit && where === "before") return near.destroy();
        if (isCommit) isMute = true;
        far.write(chunk);
      });
      far.on("data", (chunk) => {
        // The server has committed; nobody hears of it.
        if (isMute) near.destroy();
        else near.write(chunk);
      });
    });
    const url = store.url.replace(/:\d+\//, `:${line.port}/`);
    try {
      return await use({
        url,
        cutAt(next, word = "") {
          where = next;
          cutWord = word;
        },
      });
    } finally {
      line.end();
    }
  }

  test.each(["before", "after"] as const)(
    "%s the commit leaves exactly one submission when the visitor tries again under the same key",
    (cut) =>
      withLine(async ({ url, cutAt }) => {
        const failures: (StoreError | null)[] = [];
        const outbox = await open(url, { onFailure: (error) => failures.push(error) });
        cutAt(cut);
        await expect(outbox.accept(request("unknown", "the key"))).rejects.toMatchObject({ failure: "unreachable" });
        cutAt(null);
        const again = await outbox.accept(request("unknown", "the key"));
        expect(again.kind).toBe(cut === "before" ? "accepted" : "repeated");
        expect((await outbox.list({}, 10)).items).toHaveLength(1);
        expect(failures.map((error) => error?.failure ?? null)).toEqual(["unreachable", null]);
        await outbox.close();
      }),
  );

  test("after the commit of an attempt leaves it recorded, and known as such when it is tried again", () =>
    withLine(async ({ url, cutAt }) => {
      const outbox = await open(url);
      const { id } = (await outbox.accept(request("mail", "a key"))) as { id: string };
      const [claimed] = await outbox.claim(Date.now(), 1, 60_000);
      const taken = attempt(systemClock);
      const finish = (more = {}) =>
        outbox.finish(claimed?.entry.id ?? "", claimed?.leaseToken ?? "", { ...taken, ...more }, { to: "delivered" });
      cutAt("after");
      await expect(finish()).rejects.toMatchObject({ failure: "unreachable" });
      cutAt(null);
      expect(await finish()).toBe("recorded");
      expect(await finish({ endedAt: taken.endedAt + 1 })).toBe("lost");
      const timeline = (await outbox.find(id))?.timeline ?? [];
      expect(timeline.filter(({ what }) => what.type === "attempted")).toHaveLength(1);
      await outbox.close();
    }));

  test.each([
    ["taken", null, ["attempted delivered"]],
    ["refused", "mailbox-unknown", ["attempted dead", "dead mailbox-unknown"]],
  ] as const)(
    "after the commit of a mail that was %s is reported once, and the mail is sent once",
    (_, reason, expected) =>
      withLine(async ({ url, cutAt }) => {
        const reply = "the answer of the mail server";
        const events: string[] = [];
        let sent = 0;
        let report = () => {};
        const reported = new Promise<void>((resolve) => {
          report = resolve;
        });
        const transport: MailTransport = {
          async send() {
            sent += 1;
            cutAt("after", reply);
            if (reason === null) return { reply, queueId: null };
            const facts = { scope: "mail", smtpCode: 550, enhancedCode: null, reply } as const;
            throw new SendFailure({ ...facts, outcome: "dead", reason });
          },
          close: async () => {},
        };
        const observe: Observe = (event) => {
          if (event.type === "attempted") events.push(`attempted ${event.outcome}`);
          if (event.type === "dead") events.push(`dead ${event.reason}`);
          if (event.type === (reason === null ? "attempted" : "dead")) report();
        };
        await withRelay(
          async ({ post }) => {
            expect((await post(REQUEST)).status).toBe(200);
            await reported;
          },
          { RELAY_STORE_URL: url, RELAY_ACKNOWLEDGE: "off" },
          { clock: systemClock, transport, observe },
        );
        expect([sent, events]).toEqual([1, expected]);
      }),
  );
});
