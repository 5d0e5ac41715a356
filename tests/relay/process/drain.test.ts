// SIGTERM under load: the relay comes to rest by itself, and has kept all that it said yes to.
import { expect, test } from "vitest";
import { startRawServer } from "../../support/relay/fake-smtp.ts";
import { LIMITLESS, send, withRelayFolder } from "../support/relay-process.ts";
import { closeAfterEach, closeLater } from "../support/sending.ts";

closeAfterEach();

test("what was accepted before and while the relay ends is there after a restart", async () => {
  await withRelayFolder(async (relays) => {
    const relay = await relays.start(LIMITLESS);
    const accepted: string[] = [];
    let isOver = false;
    let count = 0;
    const sender = async (): Promise<void> => {
      while (!isOver) {
        count += 1;
        // Refused connections and 503 are no promise.
        const reference = await send(relay.url, { message: `request ${count}` }).catch(() => null);
        if (reference !== null && accepted.push(reference) === 150) relay.kill("SIGTERM");
      }
    };
    const senders = Array.from({ length: 20 }, sender);
    const { code, stdout } = await relay.ended;
    isOver = true;
    await Promise.all(senders);
    expect(code).toBe(0);
    expect(stdout).toMatch(/"event":"stopped","clean":true/);
    expect(accepted.length).toBeGreaterThanOrEqual(150);

    await relays.start(LIMITLESS);
    const { submissions } = await relays.ask("list", "--limit", "100000");
    const kept = new Set(submissions.map((one: { reference: string }) => one.reference));
    expect(accepted.filter((reference) => !kept.has(reference))).toEqual([]);
  });
}, 60_000);

test("a mail that is on its way when the relay ends does not keep it from ending", async () => {
  let connected = () => {};
  const reached = new Promise<void>((resolve) => {
    connected = resolve;
  });
  // Greets, and never says anything again.
  const smtp = closeLater(
    await startRawServer((socket) => {
      socket.write("220 silent\r\n");
      socket.once("data", connected);
    }),
  );
  await withRelayFolder(async (relays) => {
    const env = {
      RELAY_MAIL_URL: `smtp://127.0.0.1:${smtp.port}`,
      RELAY_MAIL_FROM: "web@evenhall.ca",
      RELAY_MAIL_TO: "team@evenhall.ca",
      RELAY_TLS: "off",
    };
    const relay = await relays.start(env);
    const reference = await send(relay.url, {});
    await reached;
    // Of a terminal that is closed, or of a supervisor that wants it to read its settings again.
    relay.kill("SIGHUP");
    const { code, stdout } = await relay.ended;
    expect([code, /"event":"stopped","clean":true/.test(stdout)]).toEqual([0, true]);
    await relays.start({ ...env, RELAY_MAIL_URL: "smtp://127.0.0.1:9" });
    const { submission } = await relays.ask("show", reference ?? "");
    expect(submission.entries.map((one: { state: string }) => one.state)).toEqual(["queued", "queued"]);
  });
}, 60_000);

test("of mails whose server is silent after their end, an answer before the relay breaks off counts, and the others are tried again", async () => {
  /** Each answers one mail that has arrived as a whole. */
  const silent: (() => void)[] = [];
  let arrived = () => {};
  const allArrived = new Promise<void>((resolve) => {
    arrived = () => silent.length === 4 && resolve();
  });
  const smtp = closeLater(
    await startRawServer((socket) => {
      socket.write("220 ready\r\n");
      let mail: string | null = null;
      socket.setEncoding("latin1").on("data", (text: string) => {
        if (mail !== null) {
          mail += text;
          if (!mail.endsWith("\r\n.\r\n")) return;
          mail = null;
          silent.push(() => socket.write("250 2.0.0 Ok: queued as 4F1\r\n"));
          arrived();
        } else if (text.startsWith("DATA")) {
          mail = "";
          socket.write("354 go on\r\n");
        } else socket.write("250 ok\r\n");
      });
    }),
  );
  await withRelayFolder(async (relays) => {
    const env = {
      RELAY_MAIL_URL: `smtp://127.0.0.1:${smtp.port}`,
      RELAY_MAIL_FROM: "web@evenhall.ca",
      RELAY_MAIL_TO: "team@evenhall.ca",
      RELAY_ACKNOWLEDGE: "off",
      RELAY_TLS: "off",
    };
    const relay = await relays.start({ ...LIMITLESS, ...env });
    for (let count = 1; count <= 4; count += 1) await send(relay.url, { message: `request ${count}` });
    await allArrived;
    relay.kill("SIGTERM");
    for (const answer of silent.slice(0, 2)) answer();
    const { code, stdout } = await relay.ended;
    expect([code, /"event":"stopped","clean":true/.test(stdout)]).toEqual([0, true]);
    await relays.start({ ...LIMITLESS, ...env, RELAY_MAIL_URL: "smtp://127.0.0.1:9" });
    const { submissions } = await relays.ask("list");
    const ends = submissions.flatMap(
      ({ entries }: { entries: { state: string; reason: string; attempts: number }[] }) =>
        entries.map(({ state, reason, attempts }) => `${state} ${reason} ${attempts}`),
    );
    expect(ends.sort()).toEqual(["delivered null 1", "delivered null 1", "queued no-answer 1", "queued no-answer 1"]);
  });
}, 60_000);
