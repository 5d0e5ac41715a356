// A disk that is full: 503 with Retry-After and not ready, nothing lost, and everything as before when there is room again. PostgreSQL meets
// it twice: where its tables grow, which it survives, and where its write-ahead log does, which ends it.
import { chmodSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { call, startRelay } from "./relay-process.mjs";
import { countLost, readSubmissions } from "./stores.mjs";
import { assert, needRoot, tool } from "./trial.mjs";

export const name = "A full disk";

/** Enough for a new PostgreSQL. */
const ROOM = 256 * 1024 * 1024;
/** Left beyond what is there: for some requests, and for none of the log's files. */
const LEFT = 512 * 1024;
const PATIENCE = 100;

/** Which part of the store grows, and what makes it. */
const PARTS = {
  sqlite: [["the file", () => {}]],
  postgres: [
    ["the tables", () => {}],
    ["the log", (store) => store.query("SELECT pg_switch_wal()").catch(() => {})],
  ],
};

export async function run({ program, work, kind, openStore, tell }) {
  needRoot("mounting a small disk");
  for (const [part, grow] of PARTS[kind]) {
    // Others than root look into it too.
    const disk = mkdtempSync(join(tmpdir(), "eventsite-disk-"));
    chmodSync(disk, 0o755);
    tool("mount", "-t", "tmpfs", "-o", `size=${ROOM},mode=755`, "tmpfs", disk);
    try {
      const store = await openStore(disk, { folder: disk });
      await fill({ program, work, disk, store, part, grow: () => grow(store), tell });
      await store.end();
    } finally {
      tool("umount", "-l", disk);
      rmSync(disk, { recursive: true });
    }
  }
}

async function fill({ program, work, disk, store, part, grow, tell }) {
  const { url, child, exited } = await startRelay(program, work, { store });
  const first = await call(url, `${part}-before`);
  assert(first.reference !== null, `with room it answers ${first.status} ${first.code}`);
  const acknowledged = new Set([first.reference]);
  const { bsize, blocks, bfree } = statfsSync(disk);
  resize(disk, (blocks - bfree) * bsize + LEFT);
  await grow();
  let refused = null;
  for (let index = 0; index < 5000 && refused === null; index++) {
    const answer = await call(url, `${part}-${index}`);
    if (answer.reference !== null) acknowledged.add(answer.reference);
    else refused = answer;
  }
  assert(
    refused?.status === 503 && refused.code === "not_durable",
    `a full disk was answered ${refused?.status} ${refused?.code}`,
  );
  assert(Number(refused.headers.get("retry-after")) > 0, "the 503 does not say when to come again");
  const ready = await fetch(`${url}/readyz`);
  assert(ready.status === 503, `a relay with a full disk says it is ready (${ready.status})`);
  resize(disk, ROOM);
  const hasEnded = store.hasEnded?.() ?? false;
  if (hasEnded) await store.again();
  const next = await callUntilAccepted(url, `${part}-after`, hasEnded ? PATIENCE : 1);
  acknowledged.add(next.reference);
  child.kill("SIGTERM");
  const { code } = await exited;
  assert(code === 0, `it ended with ${code}`);
  const lost = countLost(acknowledged, await readSubmissions(store));
  const between = hasEnded ? "503 and not ready, PostgreSQL ended and was started" : "503 and not ready";
  tell(`${part}: ${acknowledged.size - 1} accepted, then ${between}, then accepted again; ${lost} lost`);
  assert(lost === 0, `${lost} accepted requests are lost`);
}

const resize = (disk, bytes) => tool("mount", "-o", `remount,size=${bytes}`, disk);

/** As a visitor's form does after a 503. */
async function callUntilAccepted(url, message, tries) {
  const answer = await call(url, message);
  if (answer.reference !== null) return answer;
  assert(tries > 1, `with room again it answers ${answer.status} ${answer.code}`);
  await sleep(100);
  return callUntilAccepted(url, message, tries - 1);
}
