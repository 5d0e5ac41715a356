// SIGHUP and the command that does the same: secrets are read again by a running relay.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CALL_PATH } from "../../../relay/contract.ts";
import { type RelayProcess, withRelayFolder } from "../support/relay-process.ts";

const statusWith = async ({ url }: RelayProcess, apikey: string) =>
  (await fetch(`${url}${CALL_PATH}`, { method: "POST", headers: { apikey }, body: "{}" })).status;

test("a signal, or a command, has the relay read its secrets again", async () => {
  await withRelayFolder(async (relays) => {
    const file = join(relays.folder, "key");
    writeFileSync(file, "old");
    const relay = await relays.start({ RELAY_PUBLIC_KEY_FILE: file });
    expect([await statusWith(relay, "old"), await statusWith(relay, "new")]).toEqual([400, 401]);

    writeFileSync(file, "new,old");
    relay.kill("SIGHUP");
    await expect.poll(relay.log).toContain('"event":"reloaded","changed":["RELAY_PUBLIC_KEY"],"needRestart":[]');
    expect([await statusWith(relay, "old"), await statusWith(relay, "new")]).toEqual([400, 400]);

    writeFileSync(file, "");
    const { code, stderr } = await relays.run(["reload"]);
    expect(code).toBe(1);
    expect(stderr).toContain("CONFIG_INVALID");
    expect(stderr).toContain("The configuration before is kept: RELAY_PUBLIC_KEY_FILE names a file that is empty.");
    relay.kill("SIGHUP");
    await expect.poll(relay.log).toMatch(/reload-failed[\s\S]*reload-failed/);
    expect(await statusWith(relay, "old")).toBe(400);

    writeFileSync(file, "new");
    expect(await relays.ask("reload")).toMatchObject({ ok: true, changed: ["RELAY_PUBLIC_KEY"], needRestart: [] });
    expect([await statusWith(relay, "old"), await statusWith(relay, "new")]).toEqual([401, 400]);
    relay.kill("SIGTERM");
    expect((await relay.ended).stderr).toContain("In use now: RELAY_PUBLIC_KEY.");
  });
});
