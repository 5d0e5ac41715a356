// SIGHUP and the command that does the same: secrets are read again by a running relay.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CALL_PATH, type ContactEmailResponse } from "../../../relay/contract.ts";
import { definitionOf, sampleForms } from "../../support/sample-forms.ts";
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

const NEW = definitionOf({
  ...sampleForms.forms,
  party: { title: "Party request", fields: sampleForms.forms.contact?.fields ?? [] },
});

/** Of what is wrong with no guests, by the definition that the page was built with: nothing where the relay has another one. */
async function problemsWith({ url }: RelayProcess, form: string, { hash }: { readonly hash: string }) {
  const body = { firstName: "Zoë", lastName: "Özil", email: "zoe@visitor.ca", form, definition: hash, attendees: "0" };
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${url}${CALL_PATH}`, { method: "POST", headers, body: JSON.stringify(body) });
  return ((await answer.json()) as ContactEmailResponse).error?.fields?.map(({ field }) => field);
}

test("a signal, or a command, has the relay read its forms again; broken ones leave the last good ones in use", async () => {
  await withRelayFolder(async (relays) => {
    const file = join(relays.folder, "forms.json");
    const write = (definition: object) => writeFileSync(file, JSON.stringify(definition));
    write(sampleForms);
    const relay = await relays.start({ RELAY_FORMS: file });
    expect(await problemsWith(relay, "contact", sampleForms)).toEqual(["attendees"]);

    write(NEW);
    relay.kill("SIGHUP");
    await expect.poll(relay.log).toContain('"event":"reloaded","changed":["RELAY_FORMS"],"needRestart":[]');
    expect(await problemsWith(relay, "party", NEW)).toEqual(["attendees"]);

    write({ ...sampleForms, version: 2 });
    const { code, stderr } = await relays.run(["reload"]);
    expect(code).toBe(1);
    expect(stderr).toContain("The configuration before is kept: RELAY_FORMS");
    expect(stderr).toContain("version: must be 1");
    relay.kill("SIGHUP");
    await expect.poll(relay.log).toMatch(/reload-failed[\s\S]*reload-failed/);
    expect(await problemsWith(relay, "party", NEW)).toEqual(["attendees"]);

    write(sampleForms);
    expect(await relays.ask("reload")).toMatchObject({ ok: true, changed: ["RELAY_FORMS"], needRestart: [] });
    expect(await problemsWith(relay, "contact", sampleForms)).toEqual(["attendees"]);
  });
});
