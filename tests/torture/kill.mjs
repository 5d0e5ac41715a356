// SIGKILL at random moments under load: what was answered with 200 is there, and what was asked for twice is there once.
import { setTimeout as sleep } from "node:timers/promises";
import { call, keepCalling, startRelay } from "./relay-process.mjs";
import { countLost, readSubmissions } from "./stores.mjs";
import { assert } from "./trial.mjs";

export const name = "Killed at a random moment under load";

const CALLERS = 16;

export async function run({ rounds, program, work, openStore, tell }) {
  const store = await openStore(work);
  const acknowledged = new Map();
  let unanswered = [];
  let repeated = 0;
  for (let round = 0; round < rounds; round++) {
    const { url, child, exited } = await startRelay(program, work, { store });
    // What the last relay did not answer is asked for again under its key: it may have been stored all the same.
    for (const message of unanswered.splice(0)) {
      const { reference } = await call(url, message);
      assert(reference !== null, `${message} was not taken the second time`);
      acknowledged.set(message, reference);
      repeated += 1;
    }
    const next = [];
    let isOver = false;
    let onFirst = () => {};
    const first = new Promise((resolve) => (onFirst = resolve));
    const calling = keepCalling(url, {
      callers: CALLERS,
      prefix: `${round}`,
      isOver: () => isOver,
      onAnswer(message, { reference }) {
        onFirst();
        if (reference === null) next.push(message);
        else acknowledged.set(message, reference);
      },
    });
    // A relay that has only just begun to answer has nothing to lose yet.
    await first;
    await sleep(Math.random() * 200);
    child.kill("SIGKILL");
    await exited;
    isOver = true;
    await calling;
    // Callers that found nobody at home are no matter of the store's.
    unanswered = next.slice(0, CALLERS);
  }
  const kept = await readSubmissions(store);
  const lost = countLost(new Set(acknowledged.values()), kept);
  const messages = kept.payloads.map((payload) => /\d+-\d+-\d+/.exec(payload)?.[0]);
  const twice = messages.length - new Set(messages).size;
  tell(
    `${rounds} kills, ${acknowledged.size} accepted, ${repeated} asked for again, ${lost} lost, ${twice} stored twice`,
  );
  assert(acknowledged.size > rounds, "too few requests were accepted for this to mean anything");
  assert(lost === 0, `${lost} accepted requests are lost`);
  assert(twice === 0, `${twice} requests were stored twice`);
}
