// The relay with a clock that runs fast and a mail server that is not waited for long: five days of tries in minutes.
// Started by trials in a process of its own, so that it can be killed.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , program, smtpPort, speedText] = process.argv;
const { createOutbox, createRelay, readConfig, createSmtpTransport } = await import(pathToFileURL(program).href);

const speed = Number(speedText);
/** All processes of a trial share one time: a restart must not set it back. */
const zero = Number(process.env.TORTURE_ZERO);
const now = () => zero + Math.round((Date.now() - zero) * speed);
const clock = {
  now,
  elapsed: now,
  after(delayMs, run) {
    const timer = setTimeout(run, Math.min(delayMs / speed, 2 ** 30));
    return () => clearTimeout(timer);
  },
};
const { TORTURE_ZERO: _, TORTURE_CA: ca, TORTURE_CARELESS: careless, ...env } = process.env;
const settings = {
  host: "localhost",
  port: Number(smtpPort),
  implicitTls: false,
  user: null,
  password: null,
  tls: ca === undefined ? "off" : "required",
  ca: ca === undefined ? undefined : readFileSync(ca, "utf8"),
  timeouts: { dnsMs: 500, connectMs: 500, greetingMs: 500, beforeDataMs: 1000, replyMs: 700 },
};
/** Sends each third mail twice: what a check of the history is worth shows in whether it notices. */
function sendingTwice(transport) {
  let count = 0;
  const twice = (...mail) => transport.send(...mail).then(() => transport.send(...mail));
  return { ...transport, send: (...mail) => (count++ % 3 === 0 ? twice(...mail) : transport.send(...mail)) };
}
const transport = createSmtpTransport(settings);
const relay = createRelay(readConfig(env), {
  clock,
  // The relays of a trial have one fast clock in common, and the database's is slow.
  createOutbox: (target, options) => createOutbox(target, { ...options, onTime() {} }),
  transport: careless === undefined ? transport : sendingTwice(transport),
});
const { port } = await relay.start();
console.log(`{"port":${port}}`);
process.once("SIGTERM", () => relay.stop().then(() => process.exit(0)));
