// A disk whose sync fails: the relay answers 503 from then on, ends by itself with its own exit code, and what it had answered with 200
// is there when it is started again.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { call, startRelay } from "./relay-process.mjs";
import { countLost, openFileStore, readSubmissions } from "./stores.mjs";
import { assert, injecting } from "./trial.mjs";

export const name = "A sync that fails";

/** EX_IOERR (relay/errors.ts). */
const STORE_FAILED = 74;

export async function run({ program, work, tell }) {
  let accepted = 0;
  for (const [round, first] of [30, 41, 57].entries()) {
    const folder = join(work, `${round}`);
    mkdirSync(folder);
    const { url, exited } = await startRelay(program, folder, { before: injecting(`error=EIO:when=${first}+`) });
    const acknowledged = new Set();
    let refused = null;
    for (let index = 0; index < 500 && refused === null; index++) {
      const answer = await call(url, `${round}-${index}`);
      if (answer.reference !== null) acknowledged.add(answer.reference);
      else refused = answer;
    }
    const { code } = await exited;
    assert(
      refused?.status === 503 || refused?.status === 0,
      `the relay answered ${refused?.status} when its disk failed`,
    );
    assert(code === STORE_FAILED, `the relay ended with ${code}, not ${STORE_FAILED}`);
    const again = await startRelay(program, folder);
    const next = await call(again.url, `${round}-after`);
    assert(next.reference !== null, "the relay took nothing after its restart");
    again.child.kill("SIGTERM");
    await again.exited;
    const lost = countLost(acknowledged, await readSubmissions(openFileStore(folder)));
    assert(lost === 0, `${lost} accepted requests are lost`);
    accepted += acknowledged.size;
    tell(
      `sync ${first} failed: ${acknowledged.size} accepted before, then ${refused.status || "cut off"} ${refused.code ?? ""}, exit code ${code}, 0 lost`,
    );
  }
  assert(accepted > 3, "too few requests were accepted for this to mean anything");
}
