// `eventsite-relay move` refuses beside a relay that runs, and works without one.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { send, withRelayFolder } from "../../../support/relay-process.ts";
import { newSchema, postgresStore } from "../../../support/test-store.ts";

test("the command refuses a store that a relay uses, moves one that none does, and the next start goes on with the new one", () =>
  withRelayFolder(async ({ folder: home, start, run, ask }) => {
    const store = postgresStore(newSchema());
    const relay = await start();
    const reference = await send(relay.url, { message: "moved" });
    const wrong = await run(["move", "--to", "mysql://nowhere/db"]);
    expect([wrong.code, wrong.stderr.includes("postgres://user:password@host/database")]).toEqual([2, true]);
    const busy = await run(["move", "--to", store.url]);
    expect([busy.code, busy.stderr]).toEqual([1, expect.stringContaining("another relay runs on it")]);
    expect(await send(relay.url, { message: "goes on" })).not.toBeNull();
    relay.kill("SIGTERM");
    await relay.ended;
    const { ok, rows } = await ask("move", "--to", store.url);
    expect([ok, rows.submissions]).toEqual([true, 2]);
    await expect(start()).rejects.toThrow(/was moved to postgres:\/\//);
    const next = await start({ RELAY_STORE_URL: store.url });
    expect(await send(next.url, { message: "new" })).not.toBeNull();
    expect((await ask("list")).submissions.map((each: { reference: string }) => each.reference)).toContain(reference);
    expect(existsSync(join(home, ".eventsite/relay.db"))).toBe(true);
  }, ""));
