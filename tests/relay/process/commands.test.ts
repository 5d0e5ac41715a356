// The commands of operators against a running relay.
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { LIMITLESS, type RelayFolder, type RelayProcess, send, withRelayFolder } from "../support/relay-process.ts";
import { shared } from "../support/shared.ts";
import { isPostgres } from "../support/test-store.ts";

let relays: RelayFolder;
let relay: RelayProcess;
/** Nothing listens there: mails wait. */
const NOWHERE = {
  RELAY_MAIL_URL: "smtp://127.0.0.1:9",
  RELAY_MAIL_FROM: "web@evenhall.ca",
  RELAY_MAIL_TO: "team@evenhall.ca",
  ...LIMITLESS,
};

const onRelay = shared<[RelayFolder, RelayProcess]>((use) =>
  withRelayFolder(async (made) => use([made, await made.start(NOWHERE)])),
);
beforeAll(() => {
  [relays, relay] = onRelay((made) => made);
});

const codesOf = ({ diagnostics }: { diagnostics: { code: string }[] }) => diagnostics.map(({ code }) => code);

test("a relay that others can reach and that sends no mail says so when it starts, to people and in its log", async () => {
  await withRelayFolder(async (others) => {
    const open = await others.start({ HOST: "0.0.0.0", RELAY_ALLOWED_ORIGINS: "https://www.evenhall.ca" });
    await expect.poll(() => open.log()).toMatch(/"level":"warn",.*"event":"warning","variable":"RELAY_MAIL_URL"/);
    open.kill("SIGTERM");
    expect((await open.ended).stderr).toMatch(
      /^Warning: RELAY_MAIL_URL names no mail server.*\n {2}hint: RELAY_MAIL_URL=smtp/m,
    );
  });
});

describe("with a running relay", () => {
  test("list, show and export report a submission", async () => {
    const reference = (await send(relay.url, { company: "=Acme", message: "A gala,\n“loud”" })) ?? "";
    const { ok, submissions } = await relays.ask(
      "list",
      "--form",
      "venue",
      "--email",
      "ZOE@visitor.ca",
      "--since",
      "1h",
    );
    expect([ok, submissions.map((one: { reference: string }) => one.reference)]).toEqual([true, [reference]]);
    expect((await relays.ask("list", "--form", "talent")).submissions).toEqual([]);
    expect((await relays.ask("list", "--until", "2020-01-01")).submissions).toEqual([]);
    const shown = (await relays.run(["show", reference.toLowerCase()])).stdout;
    expect(shown).toContain("A gala,\n    “loud”");
    expect(shown).toMatch(/^What happened\n {2}\d{4}-\d\d-\d\d .* Received$/m);
    const { stdout } = await relays.run(["export", "--csv"]);
    expect(stdout).toContain(`${reference},`);
    expect(stdout).toContain('"\'=Acme"');
    const file = join(relays.folder, "all.csv");
    expect(await relays.ask("export", "--csv", "--bom", "--out", file)).toMatchObject({ ok: true, count: 1 });
    expect(readFileSync(file, "utf8")).toBe(`\ufeff${stdout}`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const link = join(relays.folder, "link.csv");
    symlinkSync("all.csv", link);
    await relays.ask("export", "--csv", "--out", link);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(file, "utf8")).toBe(stdout);
  });

  test("redirect sends what waits for the team elsewhere, and retry brings it forward", async () => {
    const reference = (await send(relay.url, { email: "r@visitor.ca" })) ?? "";
    expect(await relays.ask("redirect", reference, "--to", "other@evenhall.ca")).toMatchObject({ ok: true, count: 1 });
    const { submission } = await relays.ask("show", reference);
    const recipients = submission.entries.map((one: { recipient: string }) => one.recipient).sort();
    expect(recipients).toEqual(["other@evenhall.ca", "r@visitor.ca"]);
    expect(submission.timeline.map((one: { what: { type: string } }) => one.what.type)).toContain("redirected");
    expect(await relays.ask("retry", reference)).toMatchObject({ ok: true });
  });

  test("what is held is listed as such, and released", async () => {
    const reference = (await send(relay.url, { email: "h@visitor.ca", website: "http://spam.test" })) ?? "";
    const { submissions } = await relays.ask("list", "--state", "held");
    expect(submissions.map((one: { reference: string }) => one.reference)).toEqual([reference]);
    expect((await relays.ask("release", reference)).count).toBeGreaterThan(0);
    expect((await relays.ask("list", "--state", "held")).submissions).toEqual([]);
    const again = await relays.run(["release", reference, "--json"]);
    expect([again.code, codesOf(JSON.parse(again.stdout))]).toEqual([1, ["STATE_CONFLICT"]]);
  });

  test("what people find at the desk is found by command, and every command says who it was", async () => {
    const reference =
      (await send(relay.url, { email: "b@blocked.ca", lastName: "Müller", phone: "(416) 555-0188" })) ?? "";
    for (const words of ["muller", "4165550188", "MÜLLER blocked.ca", reference])
      expect(
        (await relays.ask("list", "--search", words)).submissions.map((one: { id: string }) => one.id),
      ).toHaveLength(1);
    const { block } = await relays.ask("block", "@blocked.ca");
    expect(block).toMatchObject({ kind: "domain", value: "blocked.ca", actor: `command:${userInfo().username}` });
    const held = (await send(relay.url, { email: "c@blocked.ca" })) ?? "";
    const { submission } = await relays.ask("show", held);
    expect(submission.submission.suspicion.reasons).toEqual(["blocked"]);
    expect((await relays.run(["blocks"])).stdout).toMatch(/domain +blocked\.ca/);
    const heldFor = async (reason: string) => (await relays.ask("list", "--held-for", reason)).submissions.length;
    expect([await heldFor("blocked"), await heldFor("suspicion")]).toEqual([1, 0]);
    await relays.ask("release", held);
    expect((await relays.run(["show", held])).stdout).toContain(`released, by command:${userInfo().username}`);
    expect(await relays.ask("unblock", "blocked.ca")).toMatchObject({ ok: true, block: { id: block.id } });
    expect(codesOf(await relays.ask("unblock", "blocked.ca"))).toEqual(["BLOCK_UNKNOWN"]);
    expect((await relays.ask("blocks")).blocks).toEqual([]);
    expect((await relays.ask("blocks", "--lifted")).blocks).toHaveLength(1);
    expect(await relays.ask("resend", reference)).toMatchObject({ ok: true, count: 1 });
    await relays.run(["export", "--search", "muller"]);
    const { actions } = await relays.ask("actions", "--limit", "5");
    const done = actions.map(({ type }: { type: string }) => type);
    expect(done.join()).toBe("exported,resent,unblocked,released,blocked");
    expect((await relays.run(["actions"])).stdout).toMatch(/unblocked +domain blocked\.ca/);
  });

  test.each([
    [["show", "EV-0000-0000"], 1, "SUBMISSION_UNKNOWN"],
    [["retry", "EV-0000-0000"], 1, "SUBMISSION_UNKNOWN"],
    [["retry"], 2, "USAGE"],
    [["resend"], 2, "USAGE"],
    [["block", "a"], 2, "USAGE"],
    [["unblock", "nobody@none.test"], 1, "BLOCK_UNKNOWN"],
    [["release", "EV-0000-0000", "--all"], 2, "USAGE"],
    [["redirect", "--all", "--to", "nobody"], 2, "USAGE"],
    [["erase", "--yes", "--email", "a@b"], 2, "USAGE"],
    [["erase"], 2, "USAGE"],
    [["list", "--state", "lost"], 2, "USAGE"],
    [["list", "--since", "yesterday"], 2, "USAGE"],
    [["export", "--csv"], 2, "USAGE"],
    [["lst"], 2, "USAGE"],
    [["backup", "/proc/none/x.db"], 1, "BACKUP_FAILED"],
  ])("%j ends with %i and says %s", async (args, code, problem) => {
    const ended = await relays.run([...args, "--json"]);
    expect([ended.code, ended.stderr, codesOf(JSON.parse(ended.stdout))]).toEqual([code, "", [problem]]);
  });

  test("a command that does not exist is named, with one that does", async () => {
    expect((await relays.run(["lst"])).stderr).toMatch(/unknown command 'lst'\s+\(Did you mean list\?\)/);
  });

  test("a second relay on its store is refused, and the first one goes on", async () => {
    const second = await relays.run([], NOWHERE);
    expect([second.code, second.stderr]).toEqual([1, expect.stringContaining("RELAY_RUNNING")]);
    expect((await fetch(`${relay.url}/readyz`)).status).toBe(200);
  });

  test.each([
    [{}, /Port \d+ is in use by another program\.\s+hint: .*another port/],
    [
      { HOST: "127.0.0.1.9", RELAY_ALLOWED_ORIGINS: "http://a.test" },
      /cannot be opened \(ENOTFOUND\)\.\s+hint: check HOST/,
    ],
  ])("an address that cannot be listened on is reported plainly", async (more, expected) => {
    const apart = { RELAY_STORE_URL: "sqlite:other.db", RELAY_SOCKET: "other.sock" };
    const { code, stderr } = await relays.run([], { ...NOWHERE, PORT: new URL(relay.url).port, ...apart, ...more });
    expect([code, stderr]).toEqual([1, expect.stringMatching(expected)]);
    expect(stderr).not.toMatch(/^ +at /m);
  });

  test("erase leaves no byte in the store's files, and a backup made before opens in the store's place", async () => {
    const marker = "Quillfeather";
    for (let number = 0; number < 40; number += 1)
      await send(relay.url, {
        email: `q@${marker}.ca`,
        lastName: marker,
        message: `${marker} `.repeat(number * 15) + number,
      });
    const kept = (await send(relay.url, { email: "kept@visitor.ca" })) ?? "";
    if (!isPostgres()) expect(filesWith(marker)).toContain("relay.db-wal");
    expect(await relays.ask("backup", "copy.db")).toMatchObject({ ok: true });
    expect(statSync(join(relays.folder, "copy.db")).mode & 0o077).toBe(0);
    const { receipt } = await relays.ask("erase", "--yes", "--email", `Q@${marker.toUpperCase()}.ca`);
    expect(receipt).toMatchObject({ submissions: 40, reason: "request" });
    expect(receipt.references).toHaveLength(40);
    expect(filesWith(marker)).toEqual([]);
    const { submission } = await relays.ask("show", receipt.references[0]);
    expect(submission.entries.every((one: { state: string }) => one.state === "erased")).toBe(true);
    expect((await relays.ask("show", kept)).submission.submission.fields.email).toBe("kept@visitor.ca");

    const restored = join(relays.folder, "restored");
    mkdirSync(restored);
    copyFileSync(join(relays.folder, "copy.db"), join(restored, "relay.db"));
    const env = { ...NOWHERE, RELAY_STORE_URL: `sqlite:${restored}/relay.db`, RELAY_SOCKET: `${restored}/s` };
    await relays.start(env);
    const { stdout } = await relays.run(["list", "--limit", "1000", "--email", `q@${marker}.ca`, "--json"], env);
    expect(JSON.parse(stdout).submissions).toHaveLength(40);
    rmSync(join(relays.folder, "copy.db"));
  });

  test("a backup never overwrites", async () => {
    writeFileSync(join(relays.folder, "notes"), "notes");
    const { ok, diagnostics } = await relays.ask("backup", "notes");
    expect([ok, diagnostics[0].code]).toEqual([false, "BACKUP_FAILED"]);
    expect(readFileSync(join(relays.folder, "notes"), "utf8")).toBe("notes");
  });

  test("doctor looks at all of it, and fails where the mail server is not there", async () => {
    const { stdout, code } = await relays.run(["doctor", "--json", "--url", relay.url], NOWHERE);
    const { ok, findings } = JSON.parse(stdout);
    const statusOf = (check: string) => findings.find((one: { check: string }) => one.check.startsWith(check))?.status;
    expect([ok, code]).toEqual([false, 1]);
    expect(statusOf("relay")).toBe("ok");
    expect(statusOf("browser: preflight")).toBe("ok");
    expect(statusOf("mail server: connection")).toBe("failed");
    if (!isPostgres()) expect(["ok", "warning"]).toContain(statusOf("disk: fsync"));
  });
});

/** The store's own files that hold the text, in any case of letters. */
function filesWith(text: string): string[] {
  const dir = join(relays.folder, ".eventsite");
  const files = readdirSync(dir).filter((name) => statSync(join(dir, name)).isFile());
  return files.filter((name) =>
    readFileSync(join(dir, name)).toString("latin1").toLowerCase().includes(text.toLowerCase()),
  );
}

describe("without a running relay", () => {
  test("commands say so", async () => {
    await withRelayFolder(async ({ run, folder }) => {
      const { code, stderr } = await run(["list"]);
      expect([code, stderr]).toEqual([1, expect.stringContaining("RELAY_NOT_RUNNING")]);
      expect(existsSync(join(folder, ".eventsite"))).toBe(false);
    });
  });

  test("doctor checks the command's environment, and says so", async () => {
    await withRelayFolder(async ({ run, folder }) => {
      const { code, stdout } = await run(["doctor"], { RELAY_MAIL_URL: `maildir:${folder}/mails` });
      expect([code, stdout]).toEqual([1, expect.stringMatching(/WARN {2}configuration: That of this command's/)]);
      expect(stdout).toContain(`${folder}/mails`);
    });
  });

  test("every problem of the configuration is reported at once", async () => {
    await withRelayFolder(async ({ run }) => {
      const { code, stderr } = await run([], {
        HOST: "0.0.0.0",
        PORT: "x",
        RELAY_MAIL_URL: "ftp://x",
        RELAY_TSL: "off",
      });
      expect(code).toBe(1);
      expect(stderr.match(/CONFIG_INVALID/g)).toHaveLength(4);
      for (const name of ["PORT", "RELAY_MAIL_URL", "RELAY_ALLOWED_ORIGINS", "RELAY_TSL"])
        expect(stderr).toContain(name);
      expect(stderr).not.toMatch(/^ +at /m);
    });
  });
});
