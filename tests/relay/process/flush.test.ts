// After an outage: an operator sees what is paused and until when, and sends everything that waits at once.
import { expect, test } from "vitest";
import { startFakeSmtp } from "../../support/relay/fake-smtp.ts";
import { send, withRelayFolder } from "../support/relay-process.ts";
import { closeAfterEach, closeLater } from "../support/sending.ts";

closeAfterEach();

const ENV = { RELAY_TLS: "off", RELAY_MAIL_FROM: "web@evenhall.test", RELAY_MAIL_TO: "team@evenhall.test" };

test("what waits is shown as paused with the time it ends, and `retry --all` sends it as soon as the server is back", async () => {
  const smtp = closeLater(await startFakeSmtp({ greeting: "421 4.3.2 away" }));
  await withRelayFolder(async ({ start, run, ask }) => {
    const calls = { RELAY_WEBHOOK: "http://127.0.0.1:9/crm", RELAY_WEBHOOK_SECRET: "s".repeat(32) };
    const relay = await start({ ...ENV, ...calls, RELAY_MAIL_URL: `smtp://127.0.0.1:${smtp.port}` });
    const references: (string | null)[] = [];
    for (const message of ["one", "two", "three"]) references.push(await send(relay.url, { message }));
    const show = async () => (await run(["show", String(references[0])])).stdout;
    await expect
      .poll(show)
      .toMatch(/team to team@evenhall.test: queued .*paused until \d{4}-.* UTC: the mail server is away/);
    await expect.poll(show).toMatch(/webhook to http:.*\/crm: queued .*paused until .*: the receiver takes no calls/);
    const listed = await run(["list"]);
    expect(listed.stdout).toMatch(/\nPaused until .* UTC: team and digest \(the mail server is away\)\n/);
    const checked = await run(["doctor"]);
    expect(checked.stdout).toMatch(/WARN {2}delivery: pauses: Not sent until .*: team.*, webhook .*, acknowledgement/);

    const early = await run(["retry", "--all"]);
    expect([early.code, early.stdout]).toEqual([
      0,
      expect.stringMatching(/^\d+ mails? due now; \d mails in the queue\.\nPaused until/),
    ]);
    expect((await run(["retry", String(references[0])])).stdout).toMatch(/mails? due now\.\nPaused until/);
    smtp.rules.greeting = null;
    // Asked again and again, as an operator does: a look at the server may still be under way.
    await expect.poll(async () => (await ask("retry", "--all")) && smtp.mails.length).toBeGreaterThanOrEqual(3);
    await expect.poll(show).toMatch(/team to team@evenhall.test: delivered/);
    expect((await ask("actions")).actions.map(({ type }: { type: string }) => type)).toContain("flushed");
  });
});

test("what was given up stays so unless it is meant too, and what is held stays", async () => {
  const smtp = closeLater(await startFakeSmtp({ recipient: () => "550 5.1.1 no such user" }));
  await withRelayFolder(async ({ start, run, ask }) => {
    const relay = await start({ ...ENV, RELAY_MAIL_URL: `smtp://127.0.0.1:${smtp.port}`, RELAY_ACKNOWLEDGE: "off" });
    await send(relay.url, { message: "one" });
    await send(relay.url, { message: "two", website: "filled in" });
    await expect.poll(async () => (await ask("retry", "--all")).givenUp).toBe(1);
    smtp.rules.recipient = () => null;
    const { stdout } = await run(["retry", "--all"]);
    expect(stdout).toBe(
      "0 mails due now; 0 mails in the queue.\n" +
        "1 mail given up: `eventsite-relay retry --all --given-up` sends them again.\n" +
        "1 mail held: `eventsite-relay release --all` sends them.\n",
    );
    expect(await ask("retry", "--all", "--given-up", "--form", "talent")).toMatchObject({ count: 0, givenUp: 1 });
    expect(await ask("retry", "--all", "--given-up", "--form", "venue")).toMatchObject({ count: 1, held: 1 });
    await smtp.received(1);
  });
});
