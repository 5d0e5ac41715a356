// The real relay, whose mail server refuses it: operators are alerted over another server, and `doctor` says why.
import { expect, test } from "vitest";
import { startFakeSmtp } from "../../support/relay/fake-smtp.ts";
import { send, withRelayFolder } from "../support/relay-process.ts";
import { closeAfterEach, closeLater } from "../support/sending.ts";

closeAfterEach();

test("operators hear at once, over another server, of a mail server that refuses the login, and doctor looks at both", async () => {
  const refuse = { login: () => "535 5.7.8 wrong" };
  const refusing = closeLater(await startFakeSmtp(refuse, { allowInsecureAuth: true }));
  const alerts = closeLater(await startFakeSmtp());
  await withRelayFolder(async ({ start, run }) => {
    const env = {
      ...{ RELAY_MAIL_URL: `smtp://u:p@127.0.0.1:${refusing.port}`, RELAY_TLS: "off" },
      ...{ RELAY_MAIL_FROM: "website@evenhall.test", RELAY_MAIL_TO: "team@evenhall.test" },
      ...{ RELAY_ALERT_TO: "operator@elsewhere.test", RELAY_ALERT_MAIL_URL: `smtp://localhost:${alerts.port}` },
    };
    const first = await start(env);
    const reference = await send(first.url, { message: "Private words" });
    await expect.poll(() => /"reason":"login"/.test(first.log())).toBe(true);
    first.kill("SIGTERM");
    await first.ended;
    // A relay looks when it starts, and then every half minute.
    const second = await start(env);
    const [mail] = await alerts.received(1);
    expect(mail?.to).toEqual(["operator@elsewhere.test"]);
    expect(mail?.raw).toContain("The mail server refuses the relay's login");
    expect(mail?.raw).not.toMatch(/Private|zoe@visitor/);
    expect(second.log()).toContain('"event":"alert","begun":["mail-login"]');
    // The command itself knows nothing but the socket: what is checked is the running relay's configuration.
    const { stdout } = await run(["doctor"]);
    expect(stdout).toMatch(/ok {4}configuration: that of the running relay/);
    expect(stdout).toMatch(/FAIL {2}mail server: login/);
    expect(stdout).toMatch(/alert mail server: connection: Mails to localhost:\d+ travel/);
    expect([reference, alerts.mails.length]).toEqual([expect.stringMatching(/^EV-/), 1]);
  });
});
