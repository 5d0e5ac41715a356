// A disk that takes two seconds for each sync: requests wait for it, and nothing else does. Health and metrics answer at once, SIGTERM ends
// the relay in its time, and what it answered with 200 is there when it is started again.
import { once } from "node:events";
import { mkdirSync, readFileSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { call, startRelay } from "./relay-process.mjs";
import { countLost, openFileStore, readSubmissions } from "./stores.mjs";
import { assert, injecting } from "./trial.mjs";

export const name = "A slow disk";

const SYNC_US = 2_000_000;
const CALLS = 50;
/** Health and figures come within a second, and the machine is busy. */
const ANSWER_MS = 2500;
/** A call waits for the commit that runs and for its own; each may empty the log, which is three syncs. */
const CALL_MS = 14_000;
const STOP_MS = 10_000;

export async function run({ program, work, tell }) {
  const folder = join(work, "slow");
  mkdirSync(folder);
  const before = injecting(`delay_exit=${SYNC_US}`);
  const { url, child, exited } = await startRelay(program, folder, { before });
  let isOver = false;
  const metrics = { socketPath: `${folder}/relay.sock`, path: "/metrics" };
  const looks = Promise.all([`${url}/healthz`, `${url}/readyz`, metrics].map((one) => keepLooking(one, () => isOver)));
  const calls = await Promise.all(
    Array.from({ length: CALLS }, (_, index) => timed(() => call(url, `slow-${index}`, { timeoutMs: CALL_MS }))),
  );
  const acknowledged = new Set(calls.map(({ result }) => result.reference).filter((reference) => reference !== null));
  assert(acknowledged.size === CALLS, `${CALLS - acknowledged.size} of ${CALLS} calls were not accepted`);
  isOver = true;
  const longest = Math.max(...(await looks));
  assert(longest < ANSWER_MS, `health or metrics took ${longest} ms`);
  // Some of these are under way when the relay is ended.
  const last = Array.from({ length: 10 }, (_, index) => call(url, `last-${index}`, { timeoutMs: CALL_MS }));
  const { ms: stopMs } = await timed(async () => {
    process.kill(tracedBy(child.pid), "SIGTERM");
    await exited;
  });
  assert(stopMs < STOP_MS, `SIGTERM took ${stopMs} ms`);
  for (const { reference } of await Promise.all(last)) if (reference !== null) acknowledged.add(reference);
  const again = await startRelay(program, folder);
  again.child.kill("SIGTERM");
  await again.exited;
  const lost = countLost(acknowledged, await readSubmissions(openFileStore(folder)));
  assert(lost === 0, `${lost} accepted requests are lost`);
  tell(
    `${acknowledged.size} accepted, the slowest of ${CALLS} at once after ${Math.max(...calls.map(({ ms }) => ms))} ms; health and metrics within ${longest} ms, SIGTERM ${stopMs} ms, 0 lost`,
  );
}

/** The relay itself: its tracer does not pass signals on. */
const tracedBy = (pid) => Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim());

async function timed(work) {
  const begun = performance.now();
  const result = await work();
  return { result, ms: Math.round(performance.now() - begun) };
}

/** The longest that an answer took. */
async function keepLooking(address, isOver) {
  let longest = 0;
  while (!isOver()) {
    const { ms } = await timed(async () => text((await once(get(address), "response"))[0]));
    longest = Math.max(longest, ms);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return longest;
}
