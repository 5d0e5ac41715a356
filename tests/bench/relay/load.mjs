// Callers: so many lines that each send a request as soon as the one before is answered.
import { connect } from "node:net";

const CALL = "/functions/v1/send-contact-email";

const bodyOf = (index) =>
  JSON.stringify({
    firstName: "Zoë",
    lastName: "Özil",
    email: `visitor${index}@example.org`,
    phone: "416-555-0199",
    company: "Acme Ltd.",
    eventType: "conference",
    attendees: "50-100",
    budgetRange: "25k-50k",
    preferredDate: "2026-03-14",
    message: `Request ${index}. ${"We plan a gala dinner with speeches and music for our partners. ".repeat(8)}`,
    form: "contact",
    page: "/contact/",
    website: "",
    elapsedMs: 42_000,
  });

const requestOf = (index) => {
  const body = bodyOf(index);
  return `POST ${CALL} HTTP/1.1\r\nhost: relay\r\norigin: https://www.example.com\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
};

let next = 0;

/** `{ answers, perSecond, p50, p99, failed }`: how many answers, how many a second, milliseconds, and answers that were no 200. */
export async function load({ port, connections, ms }) {
  const times = [];
  let failed = 0;
  const end = performance.now() + ms;
  const start = performance.now();
  await Promise.all(
    Array.from(
      { length: connections },
      () =>
        new Promise((resolve, reject) => {
          const socket = connect(port, "127.0.0.1").setNoDelay();
          let sentAt = 0;
          let received = "";
          const send = () => {
            if (performance.now() >= end) return socket.end();
            sentAt = performance.now();
            next += 1;
            socket.write(requestOf(next));
          };
          socket.once("connect", send);
          socket.on("data", (chunk) => {
            received += chunk.toString("latin1");
            const head = received.indexOf("\r\n\r\n");
            if (head < 0) return;
            const length = Number(/content-length: (\d+)/i.exec(received)?.[1]);
            if (received.length < head + 4 + length) return;
            if (!received.startsWith("HTTP/1.1 200")) failed += 1;
            received = "";
            times.push(performance.now() - sentAt);
            send();
          });
          socket.once("close", resolve);
          socket.once("error", reject);
        }),
    ),
  );
  const seconds = (performance.now() - start) / 1000;
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { answers: times.length, perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99), failed };
}
