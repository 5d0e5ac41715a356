// The negative control of the check of several relays: relays that break the promise, and histories in which it is broken. The check has to
// catch each.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { checkShared, keepCalling, startCluster } from "./several.mjs";
import { assert, tool } from "./trial.mjs";

export const name = "Several relays that lose and double on purpose: is the check worth anything?";

const CALLING_MS = 3000;

const without = (list, found) => list.filter((each) => each !== found);
const isTeam = ({ kind }) => kind === "team";

/** What could have happened, and what the check must say of it. */
const WRONGS = [
  ["nothing", (history) => history, null],
  [
    "a request is lost",
    (history) => ({ ...history, submissions: history.submissions.slice(1) }),
    /was answered 200 and is there 0 times/,
  ],
  [
    "a request is there twice",
    (history) => ({ ...history, submissions: [...history.submissions, history.submissions[0]] }),
    /was answered 200 and is there 2 times/,
  ],
  [
    "a request has another reference than was said",
    ({ submissions: [first, ...rest], ...history }) => ({
      ...history,
      submissions: [{ ...first, reference: "EV-0000-0000" }, ...rest],
    }),
    /and is there as EV-0000-0000/,
  ],
  [
    "a mail is lost",
    (history) => ({ ...history, entries: without(history.entries, history.entries.find(isTeam)) }),
    /accepted requests have no row|mails arrived that no row knows/,
  ],
  [
    "a mail is said to be delivered and never came",
    (history) => ({ ...history, taken: history.taken.slice(1) }),
    /counts as delivered and never arrived/,
  ],
  [
    "a mail came twice",
    (history) => ({ ...history, taken: [...history.taken, history.taken[0]] }),
    /arrived 2 times with 0 breaks/,
  ],
  [
    "a second acknowledgement on one day",
    (history) => {
      const one = history.entries.find((entry) => !isTeam(entry));
      return { ...history, entries: [...history.entries, { ...one, id: "another", state: "dead" }] };
    },
    /has 2 acknowledgements in a day/,
  ],
];

export async function run({ work, tell }) {
  tool("haproxy", "-v");
  const { history, ledger } = await recorded(work, "right", {});
  for (const [wrong, spoil, expected] of WRONGS) {
    const found = verdict(spoil(history), ledger);
    assert(expected === null ? found === null : expected.test(found ?? ""), `${wrong}: ${found ?? "not noticed"}`);
    tell(`${wrong}: ${found ?? "held"}`);
  }
  const careless = await recorded(work, "careless", { TORTURE_CARELESS: "1" });
  const found = verdict(careless.history, careless.ledger);
  assert(/arrived 2 times with 0 breaks/.test(found ?? ""), `relays that send twice: ${found ?? "not noticed"}`);
  tell(`relays that send twice: ${found}`);
}

async function recorded(work, folder, env) {
  mkdirSync(join(work, folder));
  const cluster = await startCluster(join(work, folder), { env });
  try {
    cluster.calm();
    const ledger = new Map();
    let isOver = false;
    const calling = keepCalling(cluster.url, ledger, () => isOver);
    await sleep(CALLING_MS);
    isOver = true;
    await calling;
    await cluster.settled();
    return { ledger, history: { ...(await cluster.read()), taken: cluster.taken } };
  } finally {
    await cluster.stop();
  }
}

function verdict(history, ledger) {
  try {
    checkShared(history, ledger, history.taken);
    return null;
  } catch (error) {
    return error.message;
  }
}
