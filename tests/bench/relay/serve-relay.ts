// A relay for the bench, in a process of its own: durable, with a mail server that never answers, so that accepting alone is measured.
// With BENCH_LOG it writes its log to standard output, as the command does.
import pg from "pg";
import { readConfig } from "../../../relay/config/config.ts";
import type { MailTransport } from "../../../relay/delivery/transports/mail-transport.ts";
import { createRelay } from "../../../relay/index.ts";
import { createLog } from "../../../relay/observe/log.ts";

const silent: MailTransport = {
  send: (_message, signal) =>
    new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true })),
  close: async () => {},
};

/** Statements sent to PostgreSQL: each is one journey there and back. */
let journeys = 0;
const { query } = pg.Client.prototype;
pg.Client.prototype.query = function (this: pg.Client, ...values: never[]) {
  journeys += 1;
  return (query as (...all: unknown[]) => unknown).apply(this, values);
} as typeof query;
process.on("message", (question) => question === "journeys?" && process.send?.(journeys));

const relay = createRelay(
  readConfig({
    PORT: "0",
    RELAY_ALLOWED_ORIGINS: "https://www.example.com",
    RELAY_STORE_URL: process.argv[3] ?? `sqlite:${process.argv[2]}/relay.db`,
    RELAY_MAIL_URL: `maildir:${process.argv[2]}/mail`,
    RELAY_SOCKET: `${process.argv[2]}/relay.sock`,
    RELAY_RATE_LIMIT: "off",
    RELAY_RATE_LIMIT_ADDRESS: "off",
    RELAY_RATE_LIMIT_OVERALL: "off",
  }),
  { transport: silent, ...(process.env.BENCH_LOG === undefined ? {} : { observe: createLog("info").observe }) },
);
const { port } = await relay.start();
process.send?.(port);
process.once("SIGTERM", async () => {
  await relay.stop();
  process.exit();
});
