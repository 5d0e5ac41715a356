// A disk that is full: 503 with Retry-After and not ready, nothing lost, and everything as before when there is room again.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { call, startRelay } from "./relay-process.mjs";
import { assert, countLost, needRoot, readStore, tool } from "./trial.mjs";

export const name = "A full disk";

export async function run({ program, work, tell }) {
  needRoot("mounting a small disk");
  const disk = join(work, "disk");
  mkdirSync(disk);
  tool("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk);
  try {
    const { url, child, exited } = await startRelay(program, work, { store: disk });
    const acknowledged = new Set();
    let refused = null;
    for (let index = 0; index < 5000 && refused === null; index++) {
      const answer = await call(url, `full-${index}`);
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
    tool("mount", "-o", "remount,size=64m", disk);
    const next = await call(url, "full-after");
    assert(next.reference !== null, `with room again it answers ${next.status} ${next.code}`);
    acknowledged.add(next.reference);
    child.kill("SIGTERM");
    const { code } = await exited;
    assert(code === 0, `it ended with ${code}`);
    const lost = countLost(acknowledged, readStore(join(disk, "relay.db")));
    tell(`${acknowledged.size} accepted, then 503 and not ready, then accepted again; ${lost} lost`);
    assert(lost === 0, `${lost} accepted requests are lost`);
  } finally {
    tool("umount", "-l", disk);
  }
}
