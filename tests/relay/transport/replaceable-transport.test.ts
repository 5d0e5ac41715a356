// One transport takes another's place: what is on its way ends where it began, and nothing is closed under it.
import { expect, test } from "vitest";
import type { MailTransport } from "../../../relay/transport/mail-transport.ts";
import { createReplaceableTransport } from "../../../relay/transport/replaceable-transport.ts";
import { sampleMail } from "../../support/sample-mail.ts";

function slowTransport(name: string, happened: string[]) {
  const ends: (() => void)[] = [];
  const transport: MailTransport = {
    send: () =>
      new Promise((resolve) => {
        happened.push(`${name} begins`);
        ends.push(() => resolve({ reply: name, queueId: null }));
      }),
    verify: async () => {},
    close: async () => void happened.push(`${name} closed`),
  };
  return { transport, end: () => ends.shift()?.() };
}

test("mails go over the new one, and the one before is closed behind its last mail", async () => {
  const happened: string[] = [];
  const [old, next, last] = ["old", "next", "last"].map((name) => slowTransport(name, happened));
  const transport = createReplaceableTransport(old?.transport as MailTransport);
  const send = () => transport.send(sampleMail(), new AbortController().signal);
  const [first, second] = [send(), send()];
  transport.replace(next?.transport as MailTransport);
  const third = send();
  old?.end();
  expect((await first).reply).toBe("old");
  expect(happened).not.toContain("old closed");
  old?.end();
  next?.end();
  expect([(await second).reply, (await third).reply]).toEqual(["old", "next"]);
  expect(happened).toEqual(["old begins", "old begins", "next begins", "old closed"]);
  transport.replace(last?.transport as MailTransport);
  await transport.close();
  expect(happened.slice(4)).toEqual(["next closed", "last closed"]);
});
