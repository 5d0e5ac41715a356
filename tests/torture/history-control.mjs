// The negative control of the history's check: relays that break the promise on purpose, each of which it has to catch.
import { mkdirSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "libsql";
import { compileParts, environment, start } from "./fast-process.mjs";
import { startServer } from "./faulty-line.mjs";
import { checkHistory, readEntries } from "./history.mjs";
import { call } from "./relay-process.mjs";
import { openFileStore } from "./stores.mjs";
import { assert } from "./trial.mjs";

export const name = "Relays that lose and double on purpose: is the check of the history worth anything?";

const REQUESTS = 12;
const PATIENCE_MS = 10_000;

/** What is done wrong, and what the check must say of it. The first does nothing wrong. */
const RELAYS = [
  { wrong: "nothing", said: null },
  { wrong: "says delivered and sends nothing", said: /counts as delivered and never arrived/ },
  { wrong: "sends twice", said: /arrived 2 times with 0 breaks/ },
  { wrong: "forgets a submission", said: /1 accepted requests have no row/, after: forget },
];

export async function run({ work, tell }) {
  const program = await compileParts(work);
  for (const [index, { wrong, said, after }] of RELAYS.entries()) {
    const folder = join(work, String(index));
    mkdirSync(folder);
    const isSpoilt = said !== null && after === undefined;
    const { accepted, taken } = await deliver(program, folder, isSpoilt ? { TORTURE_CARELESS: wrong } : {});
    after?.(openFileStore(folder).path, accepted[0]);
    const found = await verdict(folder, accepted, taken);
    assert(said === null ? found === null : said.test(found ?? ""), `a relay that does ${wrong} wrong: ${found}`);
    tell(`${wrong}: ${found ?? "held"}`);
  }
}

/** Requests over a line that never fails, until every row has ended. */
async function deliver(program, folder, env) {
  const accepted = [];
  const taken = [];
  const server = await startServer(taken, () => null);
  try {
    const relay = await start(program, server.port, { ...environment(folder), ...env });
    for (let index = 0; index < REQUESTS; index++) accepted.push((await call(relay.url, `0-0-${index}`)).reference);
    await allDelivered(folder);
    relay.child.kill("SIGTERM");
    await relay.exited;
  } finally {
    await server.close();
  }
  return { accepted, taken };
}

async function allDelivered(folder) {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(50)) {
    const figures = await metricsOf(`${folder}/relay.sock`);
    const [, delivered] = /^relay_delivered_total\{[^}]*kind="team"[^}]*\} (\d+)$/m.exec(figures) ?? [];
    if (Number(delivered) === REQUESTS) return;
  }
  throw new Error("the mails were not delivered in time");
}

function metricsOf(socketPath) {
  return new Promise((resolve, reject) => {
    const asked = request({ socketPath, path: "/metrics" }, (response) => text(response).then(resolve, reject));
    asked.on("error", reject).end();
  });
}

async function verdict(folder, accepted, taken) {
  try {
    checkHistory(await readEntries(openFileStore(folder)), accepted, taken);
    return null;
  } catch (error) {
    return error.message;
  }
}

function forget(path, reference) {
  const database = new Database(path);
  database.exec("PRAGMA foreign_keys = OFF");
  const [{ id }] = database.prepare("SELECT id FROM submissions WHERE reference = ?").all(reference);
  database.prepare("DELETE FROM attempts WHERE entry_id IN (SELECT id FROM entries WHERE submission_id = ?)").run(id);
  database.prepare("DELETE FROM entries WHERE submission_id = ?").run(id);
  database.prepare("DELETE FROM submissions WHERE id = ?").run(id);
  database.close();
}
