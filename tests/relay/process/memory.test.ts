// What a relay holds in a rush while nothing leaves it: the mail server is there and says nothing.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { expect, test } from "vitest";
import { CALL_PATH } from "../../../relay/contract.ts";
import { LIMITLESS, withRelayFolder } from "../support/relay-process.ts";

const CALLERS = 200;
const REQUESTS = 36_000;

const requestOf = (number: number): string => {
  const message = `Request ${number}. ${"We plan a gala dinner with speeches and music for our partners. ".repeat(8)}`;
  const body = JSON.stringify({ firstName: "Zoe", email: `visitor${number}@example.org`, form: "contact", message });
  return `POST ${CALL_PATH} HTTP/1.1\r\nhost: relay\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
};

/** Callers that each send a request as soon as the one before is answered; gives how many were accepted. */
async function rush(port: number): Promise<number> {
  let sent = 0;
  let accepted = 0;
  const call = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, "127.0.0.1");
      const send = () => {
        if (sent === REQUESTS) return socket.end();
        sent += 1;
        socket.write(requestOf(sent));
      };
      let answer = "";
      socket.setEncoding("latin1").on("data", (text: string) => {
        answer += text;
        if (!answer.endsWith('"error":null}')) return;
        accepted += 1;
        answer = "";
        send();
      });
      socket
        .once("connect", send)
        .once("close", () => resolve())
        .once("error", reject);
    });
  await Promise.all(Array.from({ length: CALLERS }, call));
  return accepted;
}

/** The most that the process has held, as Linux counts it. */
const peakMiB = (pid: number): number =>
  Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

test("36,000 requests, while the mail server says nothing, fit into 200 MiB", async () => {
  const silent = createServer(() => {}).listen(0, "127.0.0.1");
  await once(silent, "listening");
  try {
    await withRelayFolder(async ({ start }) => {
      const relay = await start({
        ...LIMITLESS,
        RELAY_MAIL_URL: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`,
        RELAY_TLS: "off",
        RELAY_MAIL_FROM: "web@evenhall.test",
        RELAY_MAIL_TO: "team@evenhall.test",
      });
      expect(await rush(Number(new URL(relay.url).port))).toBe(REQUESTS);
      expect(peakMiB(relay.pid)).toBeLessThan(200);
    });
  } finally {
    silent.close();
  }
});
