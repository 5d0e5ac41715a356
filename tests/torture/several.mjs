// Three relays on one PostgreSQL behind HAProxy, while relays, the database and the mail server are killed, lines are cut and relays stand
// still for longer than their leases. Afterwards the callers' own ledger is held against the database and against the mails.
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../support/relay/postgres-server.mjs";
import { compileParts, environment, start } from "./fast-process.mjs";
import { FATES, startFaultProxy } from "./fault-proxy.mjs";
import { startServer } from "./faulty-line.mjs";
import { checkHistory, countsOf, groupBy, readEntries } from "./history.mjs";
import { call } from "./relay-process.mjs";
import { openPostgresStore } from "./stores.mjs";
import { assert, tool } from "./trial.mjs";

export const name = "Three relays on one database, all of it killed, cut off and paused";

/** Times as fast as real time: a lease of a minute ends in two seconds, the first retry comes after one. */
const SPEED = 30;
const RELAYS = 3;
const CALLERS = 4;
/** Few enough that all of them come again. */
const VISITORS = 12;
const PAUSE_MS = 3000;
const PATIENCE_MS = 120_000;

export async function run({ rounds, work, tell }) {
  tool("haproxy", "-v");
  const cluster = await startCluster(work);
  const ledger = new Map();
  const counts = {};
  let isOver = false;
  const calling = keepCalling(cluster.url, ledger, () => isOver);
  try {
    for (let round = 0; round < rounds; round++) {
      const [what, fault] = pick(FAULTS);
      counts[what] = (counts[what] ?? 0) + 1;
      await fault(cluster);
      await sleep(200 + Math.random() * 600);
    }
    isOver = true;
    cluster.calm();
    await calling;
    await cluster.settled();
    const history = await cluster.read();
    const figures = checkShared(history, ledger, cluster.taken);
    tell(`${rounds} faults: ${countsOf(counts)}`);
    tell(`${ledger.size} requests, all answered 200 in the end, ${figures.again} of them only after another try`);
    tell(`${countsOf(figures.mails)}; ${cluster.taken.length} mails taken by the server`);
    tell(`${figures.acknowledgements} acknowledgements to ${VISITORS} addresses`);
    assert(figures.mails.delivered > ledger.size / 2, "too few mails were delivered for this to mean anything");
  } finally {
    isOver = true;
    await cluster.stop();
  }
}

const pick = (list) => list[Math.floor(Math.random() * list.length)];
const FAULTS = [
  ["relay killed", (cluster) => cluster.killRelay()],
  ["relay killed", (cluster) => cluster.killRelay()],
  ["database killed", (cluster) => cluster.killDatabase()],
  ["mail server killed", (cluster) => cluster.killMailServer()],
  ["database's lines cut", async (cluster) => cluster.cutDatabaseLines()],
  ["relay paused", (cluster) => cluster.pauseRelay()],
];

/** What the callers know, what the database says and what the mail server took: nothing lost, nothing double without a break. */
export function checkShared({ entries, submissions }, ledger, taken) {
  const byMessage = groupBy(submissions, ({ message }) => message);
  for (const [message, { reference }] of ledger) {
    const kept = byMessage.get(message) ?? [];
    assert(kept.length === 1, `${message} was answered 200 and is there ${kept.length} times`);
    const [{ reference: there }] = kept;
    assert(there === reference, `${message} was answered with ${reference} and is there as ${there}`);
  }
  const accepted = [...ledger.values()].map(({ reference }) => reference);
  const mails = checkHistory(entries, accepted, taken);
  const acknowledged = groupBy(
    entries.filter(({ kind }) => kind === "acknowledgement"),
    ({ recipient }) => recipient,
  );
  for (const [recipient, { length }] of acknowledged)
    assert(length === 1, `${recipient} has ${length} acknowledgements in a day`);
  const again = [...ledger.values()].filter(({ tries }) => tries > 1).length;
  return { mails, again, acknowledgements: acknowledged.size };
}

/** Callers that send each request until it is answered 200, always under the same key. */
export function keepCalling(url, ledger, isOver) {
  return Promise.all(
    Array.from({ length: CALLERS }, async (_, caller) => {
      for (let index = 0; !isOver(); index++) {
        const message = `${caller}-${index}`;
        const more = { email: `visitor${index % VISITORS}@visitor.test` };
        for (let tries = 1; ; tries++) {
          const { reference } = await call(url, message, { timeoutMs: 8000, more });
          if (reference !== null) {
            ledger.set(message, { reference, tries });
            break;
          }
          await sleep(100);
        }
      }
    }),
  );
}

export async function startCluster(work, { count = RELAYS, env: more = {} } = {}) {
  const program = await compileParts(work);
  const store = await openPostgresStore();
  const taken = [];
  let isCalm = false;
  const onMail = (id) => taken.push(id);
  let mailServer = await startServer({ onMail });
  const mailPort = mailServer.port;
  const mailLine = await startFaultProxy(mailPort, () => ({
    fate: isCalm || Math.random() < 0.8 ? "pass" : pick(FATES),
    bytes: Math.floor(Math.random() * 14_000),
  }));
  let databaseLine = await startFaultProxy(store.server.port, () => ({ fate: "pass", bytes: 0 }));
  const databaseLinePort = databaseLine.port;
  const relays = await Promise.all(Array.from({ length: count }, freePort));
  const zero = String(Date.now());
  const children = [];
  const startRelay = async (index) => {
    const folder = join(work, `relay-${index}`);
    mkdirSync(folder, { recursive: true });
    const env = {
      ...environment(folder),
      PORT: String(relays[index]),
      RELAY_STORE_URL: `postgres://postgres@127.0.0.1:${databaseLinePort}/postgres`,
      RELAY_ACKNOWLEDGE: "on",
      RELAY_STORE_TIMEOUT: "2",
      RELAY_TRUST_PROXY: "1",
      TORTURE_ZERO: zero,
      ...more,
    };
    // The database may be away at this moment: what starts a relay starts it again.
    for (let tries = 0; ; tries++)
      try {
        children[index] = await start(program, mailLine.port, env, SPEED);
        return;
      } catch (error) {
        if (tries === 40) throw error;
        await sleep(250);
      }
  };
  await Promise.all(relays.map((_, index) => startRelay(index)));
  const haproxy = await startHaproxy(work, relays);

  return {
    url: haproxy.url,
    taken,
    calm() {
      isCalm = true;
    },
    async killRelay() {
      const index = Math.floor(Math.random() * count);
      children[index].child.kill("SIGKILL");
      await children[index].exited;
      await sleep(Math.random() * 500);
      await startRelay(index);
    },
    async killDatabase() {
      await store.server.end("SIGKILL");
      await sleep(Math.random() * 500);
      await store.again();
    },
    async killMailServer() {
      await mailServer.close();
      await sleep(Math.random() * 1000);
      mailServer = await startServer({ onMail, port: mailPort });
    },
    async cutDatabaseLines() {
      await databaseLine.close();
      await sleep(Math.random() * 300);
      databaseLine = await startFaultProxy(store.server.port, () => ({ fate: "pass", bytes: 0 }), databaseLinePort);
    },
    async pauseRelay() {
      const { child } = pick(children);
      child.kill("SIGSTOP");
      await sleep(PAUSE_MS);
      child.kill("SIGCONT");
    },
    /** Every mail has come to its end. */
    async settled() {
      for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(500)) {
        const [{ waiting }] = await store.query("SELECT count(*)::int AS waiting FROM entries WHERE state = 'queued'");
        if (waiting === 0) return;
      }
      throw new Error(
        `mails still wait: ${JSON.stringify(await store.query("SELECT kind, reason, attempts FROM entries WHERE state = 'queued' LIMIT 5"))}`,
      );
    },
    read: async () => ({
      entries: await readEntries(store),
      submissions: (await store.query("SELECT reference, payload FROM submissions")).map(({ reference, payload }) => ({
        reference,
        message: /(\d+-\d+) x/.exec(payload)?.[1],
      })),
    }),
    query: store.query,
    async stop() {
      for (const { child } of children) child.kill("SIGKILL");
      haproxy.stop();
      await mailLine.close();
      await databaseLine.close();
      await mailServer.close();
      await store.end();
    },
  };
}

async function startHaproxy(work, ports) {
  const port = await freePort();
  const file = join(work, "haproxy.cfg");
  writeFileSync(
    file,
    `global
  maxconn 2000
defaults
  mode http
  timeout connect 1s
  timeout client 15s
  timeout server 15s
  option forwardfor
  option redispatch
  retries 2
frontend site
  bind 127.0.0.1:${port}
  default_backend relays
backend relays
  balance roundrobin
  option httpchk
  http-check send meth GET uri /readyz hdr Host localhost
${ports.map((each, index) => `  server relay${index} 127.0.0.1:${each} check inter 500ms fall 2 rise 1`).join("\n")}
`,
  );
  const child = spawn("haproxy", ["-f", file, "-db"], { stdio: "ignore" });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 100; tries++, await sleep(100))
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return { url, stop: () => child.kill("SIGKILL") };
  throw new Error("HAProxy did not start");
}
