// A mail server pipes a bounce into the command: it is kept, shown, and no second acknowledgement goes to that address.
import { join } from "node:path";
import { expect, test } from "vitest";
import { startFakeSmtp } from "../../support/relay/fake-smtp.ts";
import { askLocal } from "../support/local-socket.ts";
import { LIMITLESS, type RelayFolder, send, withRelayFolder } from "../support/relay-process.ts";
import { closeAfterEach, closeLater } from "../support/sending.ts";

closeAfterEach();

const bounceTo = (path: string) => `From: MAILER-DAEMON@mx.example.net
To: ${path}
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="B"

--B
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net

Final-Recipient: rfc822; zoe@visitor.ca
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 no such user

--B--
`;

const pipe = async ({ run }: RelayFolder, text: string, ...args: string[]) => {
  const { code, stdout, stderr } = await run(["bounce", ...args], {}, text);
  return { code, text: stdout + stderr };
};

test("from the return path of the acknowledgement to the history of the request", async () => {
  const smtp = closeLater(await startFakeSmtp());
  const env = {
    ...{ RELAY_MAIL_URL: `smtp://127.0.0.1:${smtp.port}`, RELAY_MAIL_FROM: "web@evenhall.ca", RELAY_TLS: "off" },
    ...{ RELAY_MAIL_TO: "team@evenhall.ca", RELAY_BOUNCE_TO: "bounces@evenhall.ca", ...LIMITLESS },
  };
  await withRelayFolder(async (relays) => {
    const relay = await relays.start(env);
    const reference = (await send(relay.url, {})) ?? "";
    const mails = await smtp.received(2);
    const pathTo = (to: string) => mails.find((mail) => mail.to.includes(to))?.from ?? "";
    expect(pathTo("team@evenhall.ca")).toBe("web@evenhall.ca");
    const path = pathTo("zoe@visitor.ca");
    expect(path).toMatch(/^bounces\+[0-9a-f]{32}@evenhall\.ca$/);

    expect(await pipe(relays, bounceTo(path))).toEqual({ code: 0, text: "The bounce is kept with its mail.\n" });
    expect(await pipe(relays, bounceTo("someone@evenhall.ca"), "--recipient", path, "--json")).toMatchObject({
      code: 0,
      text: expect.stringContaining('"outcome": "repeated"'),
    });
    const headers = { "content-type": "message/rfc822", "x-recipient": path };
    const socket = join(relays.folder, ".eventsite/relay.sock");
    const posted = askLocal(socket, "/bounces", { method: "POST", headers }, bounceTo("someone@evenhall.ca"));
    expect((await posted).text).toContain('"outcome":"repeated"');
    expect((await pipe(relays, bounceTo("someone@evenhall.ca"))).text).toContain("no acknowledgement of this relay");
    expect((await pipe(relays, "Subject: On holiday\n\nBack soon")).text).toContain("reports no failure");

    expect((await relays.run(["show", reference])).stdout).toMatch(
      /acknowledgement to zoe@visitor\.ca: delivered \(bounced\)[\s\S]*came back, .*“550 5\.1\.1 no such user”\) \(5\.1\.1\)/,
    );
    expect((await relays.run(["list"])).stdout).toContain("acknowledgement delivered (bounced)");
    const metrics = await relay.metrics();
    expect(metrics).toContain('relay_bounced_total{result="permanent"} 1');
    expect(metrics).toContain('relay_bounced_total{result="unknown"} 1');
    expect(metrics).toContain('relay_bounced_total{result="no-bounce"} 1');
    relay.kill("SIGTERM");
    expect((await relay.ended).stdout).not.toContain("zoe@visitor.ca");
    // The mail server keeps it and comes again.
    expect(await pipe(relays, bounceTo(path))).toMatchObject({ code: 75 });
  });
});
