// The proof of a backup as operators and their scripts run it, beside the relay and without one.
import { truncateSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { send, withRelayFolder } from "../support/relay-process.ts";

test("says what a good backup holds, and ends with 1 where it is not good", async () => {
  await withRelayFolder(async (relays) => {
    const relay = await relays.start();
    await send(relay.url, {});
    const file = join(relays.folder, "copy.db");
    await relays.ask("backup", file);
    const verify = (...more: string[]) => relays.run(["verify-backup", file, ...more]);
    const good = await verify("--newer-than", "1h");
    expect(good).toMatchObject({ code: 0, stderr: "" });
    expect(good.stdout).toMatch(/is a good backup\.\n {2}of +the running relay's store, /);
    expect(good.stdout).toContain("requests  1, of which 0 erased");
    relay.kill("SIGTERM");
    await relay.ended;
    expect(await relays.ask("verify-backup", file)).toMatchObject({
      ok: true,
      backup: { submissions: 1, isOurs: true },
      store: { isOf: "environment" },
    });

    const old = await verify("--newer-than", "2999-01-01");
    expect([old.code, old.stderr]).toEqual([1, expect.stringContaining("BACKUP_UNUSABLE\n  It was made at ")]);
    const other = await relays.run(["verify-backup", file], { RELAY_STORE_URL: "postgres://" });
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining("CONFIG_INVALID")]);
    truncateSync(file, 20_000);
    const cut = await verify();
    expect([cut.code, cut.stderr]).toEqual([1, expect.stringContaining("BACKUP_UNUSABLE")]);
  });
});
