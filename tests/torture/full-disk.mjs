// A disk that is full: 503 with Retry-After and not ready, nothing lost, and everything as before when there is room again. PostgreSQL meets
// it twice: where its tables grow, which it survives, and where its write-ahead log does, which ends it.
import { mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { call, keepCalling, startRelay } from "./relay-process.mjs";
import { countLost, readSubmissions } from "./stores.mjs";
import { assert, needRoot, tool } from "./trial.mjs";

export const name = "A full disk";

/** Enough for a new PostgreSQL. */
const ROOM = 256 * 1024 * 1024;
/** Left beyond what is there: for some requests, and for no further file of the log. */
const LEFT = 512 * 1024;
const CALLERS = 4;
/** Requests that may fit. */
const MOST = 5000;
/** Tries of a caller when there is room again. */
const PATIENCE = 100;

/** What lies on the small disk. */
const PARTS = {
  sqlite: { "the file": { options: () => ({}) } },
  postgres: {
    "the tables": { options: (disk) => ({ folder: disk }) },
    "the log": {
      options: (disk) => ({ log: join(disk, "log"), settings: { wal_recycle: "off" } }),
      prepare: useUpLog,
    },
  },
};

/** The log's files that were made beforehand. */
async function useUpLog(store) {
  await store.query("CREATE TABLE filling AS SELECT repeat('x', 1000) FROM generate_series(1, 6000)");
  await store.query("DROP TABLE filling");
  await store.query("CHECKPOINT");
}

export async function run({ program, work, kind, openStore, tell }) {
  needRoot("mounting a small disk");
  for (const [part, { options, prepare = () => {} }] of Object.entries(PARTS[kind])) {
    // Others than root look into it too.
    const disk = mkdtempSync(join(tmpdir(), "eventsite-disk-"));
    tool("mount", "-t", "tmpfs", "-o", `size=${ROOM},mode=1777`, "tmpfs", disk);
    try {
      const store = await openStore(disk, options(disk));
      await prepare(store);
      await fill({ program, work, disk, store, part, tell });
      await store.end();
    } finally {
      tool("umount", "-l", disk);
      rmSync(disk, { recursive: true });
    }
  }
}

async function fill({ program, work, disk, store, part, tell }) {
  const { url, child, exited } = await startRelay(program, work, { store });
  const first = await call(url, `${part}-before`);
  assert(first.reference !== null, `with room it answers ${first.status} ${first.code}`);
  const acknowledged = new Set([first.reference]);
  const { bsize, blocks, bfree } = statfsSync(disk);
  resize(disk, (blocks - bfree) * bsize + LEFT);
  let refused = null;
  await keepCalling(url, {
    callers: CALLERS,
    prefix: part,
    isOver: () => refused !== null || acknowledged.size > MOST,
    onAnswer(_, answer) {
      if (answer.reference !== null) acknowledged.add(answer.reference);
      else refused ??= answer;
    },
  });
  assert(
    refused?.status === 503 && refused.code === "not_durable",
    `a full disk was answered ${refused?.status} ${refused?.code}`,
  );
  assert(Number(refused.headers.get("retry-after")) > 0, "the 503 does not say when to come again");
  const ready = await fetch(`${url}/readyz`);
  assert(ready.status === 503, `a relay with a full disk says it is ready (${ready.status})`);
  const before = acknowledged.size;
  resize(disk, ROOM);
  const { answer, starts } = await callUntilAccepted(url, `${part}-after`, store);
  acknowledged.add(answer.reference);
  child.kill("SIGTERM");
  const { code } = await exited;
  assert(code === 0, `it ended with ${code}`);
  const lost = countLost(acknowledged, await readSubmissions(store));
  const meanwhile = starts > 0 ? ", PostgreSQL ended and was started" : "";
  tell(`${part}: ${before} accepted, then 503 and not ready${meanwhile}, then accepted again; ${lost} lost`);
  assert(lost === 0, `${lost} accepted requests are lost`);
}

const resize = (disk, bytes) => tool("mount", "-o", `remount,size=${bytes}`, disk);

/** As a visitor's form does after a 503; a database that has ended is started, as what runs it does. The file is written to at once. */
async function callUntilAccepted(url, message, store) {
  let starts = 0;
  for (let tries = 1; ; tries++) {
    if (store.hasEnded?.()) {
      await store.again();
      starts += 1;
    }
    const answer = await call(url, message);
    if (answer.reference !== null) return { answer, starts };
    assert(
      tries < PATIENCE && store.hasEnded !== undefined,
      `with room again it answers ${answer.status} ${answer.code}`,
    );
    await sleep(100);
  }
}
