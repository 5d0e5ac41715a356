// SIGKILL at random moments while bursts of requests are mailed, with a reader of the log that reads, is slow, or stops and comes back: nothing
// accepted is lost, lines of the log are whole, and a mail comes twice only where the kill came within a second of the mail server's yes.
import { setTimeout as sleep } from "node:timers/promises";
import { startServer } from "./faulty-line.mjs";
import { keepCalling, startRelay } from "./relay-process.mjs";
import { countLost, readSubmissions } from "./stores.mjs";
import { assert } from "./trial.mjs";

export const name = "Killed while bursts are mailed, and the log is read slowly or not at all";

const CALLERS = 16;
/** From the mail server's yes to the kill: so long the relay may take to record it. */
const RECORDED_WITHIN_MS = 1000;
/** After the last kill: two leases of 60 s, and the pauses between attempts. */
const DELIVERED_WITHIN_MS = 240_000;

export async function run({ rounds, program, work, openStore, tell }) {
  const store = await openStore(work);
  const takenAt = new Map();
  const accepted = new Set();
  const kills = [];
  // A mail that was on its way when its relay was killed is taken after that: it belongs to the relay that opened the connection.
  const smtp = await startServer({
    onConnect: () => kills.length,
    onMail(messageId, relay) {
      const id = messageId.replace(/@.*$/, "");
      takenAt.set(id, [...(takenAt.get(id) ?? []), { at: Date.now(), relay }]);
    },
  });
  const recordedAfter = [];
  const start = async (round) => {
    const relay = await startRelay(program, work, {
      store,
      env: {
        RELAY_MAIL_URL: `smtp://127.0.0.1:${smtp.port}`,
        RELAY_TLS: "off",
        RELAY_MAIL_FROM: "Evenhall <website@evenhall.test>",
        RELAY_MAIL_TO: "team@evenhall.test",
      },
    });
    readLog(relay.child, round % 3, ({ event, outcome, entryId, time }) => {
      if (event === "attempted" && outcome === "delivered")
        recordedAfter.push(Date.parse(time) - takenAt.get(entryId).at(-1).at);
    });
    return relay;
  };
  for (let round = 0; round < rounds; round++) {
    const { url, child, exited } = await start(round);
    let isOver = false;
    const calling = keepCalling(url, {
      callers: CALLERS,
      prefix: `${round}`,
      isOver: () => isOver,
      onAnswer: (_, { reference }) => reference !== null && accepted.add(reference),
    });
    await sleep(200 + Math.random() * 1300);
    isOver = true;
    // Also while the queue of the burst is still being worked off.
    await sleep(Math.random() * 500);
    kills.push(Date.now());
    child.kill("SIGKILL");
    await exited;
    await calling;
  }
  // On a shared store the claims of a killed relay come free a minute later, when their leases run out.
  let left = Number.NaN;
  for (const until = Date.now() + DELIVERED_WITHIN_MS; left !== 0 && Date.now() < until; ) {
    const { child, exited } = await start(0);
    for (let count = -1; count !== takenAt.size; await sleep(3000)) count = takenAt.size;
    child.kill("SIGTERM");
    await exited;
    [{ left }] = await store.query(
      "SELECT CAST(count(*) AS integer) AS left FROM entries WHERE kind = 'team' AND state <> 'delivered'",
    );
  }
  await smtp.close();

  const lost = countLost(accepted, await readSubmissions(store));
  const twice = [...takenAt.values()].filter(({ length }) => length > 1);
  const untilKill = twice.map(([{ at, relay }]) => (kills[relay] ?? Number.POSITIVE_INFINITY) - at);
  const unexplained = untilKill.filter((ms) => ms > RECORDED_WITHIN_MS);
  recordedAfter.sort((a, b) => a - b);
  const at = (share) => recordedAfter[Math.floor((recordedAfter.length - 1) * share)];
  tell(`${rounds} kills, ${accepted.size} accepted, ${lost} lost, ${takenAt.size} mails, ${left} not delivered`);
  tell(`a mail is recorded after its 250 within: half ${at(0.5)} ms, 99 % ${at(0.99)} ms, 99.9 % ${at(0.999)} ms`);
  tell(
    `${twice.length} came twice, killed so many ms after the first 250: ${untilKill.sort((a, b) => a - b).join(", ")}`,
  );
  assert(lost === 0 && left === 0, "accepted requests or their mails are lost");
  assert(at(0.999) <= RECORDED_WITHIN_MS, "deliveries are recorded late");
  assert(unexplained.length === 0, `${unexplained.length} mails came twice without a kill that explains it`);
}

/** 0: at once, 1: 4 kB at a time, 2: now and then not at all. Each whole line is one document. */
function readLog({ stdout }, manner, onLine) {
  let text = "";
  stdout.setEncoding("utf8").on("data", (chunk) => {
    const lines = (text + chunk).split("\n");
    text = lines.pop();
    for (const line of lines) if (line !== "") onLine(JSON.parse(line));
    if (manner === 0) return;
    stdout.pause();
    setTimeout(() => stdout.resume(), manner === 1 ? 20 : 1000).unref();
  });
}
