// The relay killed again and again while the line to the mail server fails in every way and the server refuses at random; afterwards
// the history is checked: what was accepted is delivered, queued, dead or held, and nothing arrived twice without a break to show for it.
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { SMTPServer } from "smtp-server";
import { compileParts, environment, start } from "./fast-process.mjs";
import { FATES, startFaultProxy } from "./fault-proxy.mjs";
import { checkHistory, countsOf, readEntries } from "./history.mjs";
import { call } from "./relay-process.mjs";
import { assert } from "./trial.mjs";

export const name = "A line that fails and a server that refuses, with the relay killed meanwhile";

const REFUSALS = [
  "421 4.3.2 busy",
  "451 4.7.1 Greylisted",
  "452 4.3.1 full",
  "550 5.1.1 unknown",
  "552 5.2.2 quota",
  "554 no",
];
const LAST_SECONDS = 15;

/** A mail with these words is refused for good, whatever chance says. */
const REFUSED = "nobody reads this";

export async function run({ rounds, work, openStore, tell }) {
  const store = await openStore(work);
  const program = await compileParts(work);
  const taken = [];
  let isCalm = false;
  const server = await startServer({
    refuse: (mail) => {
      if (mail.includes(REFUSED)) return "550 5.1.1 unknown";
      return isCalm || Math.random() > 0.15 ? null : pick(REFUSALS);
    },
    onMail: (id) => taken.push(id),
  });
  const proxy = await startFaultProxy(server.port, () => ({
    fate: isCalm || Math.random() < 0.4 ? "pass" : pick(FATES),
    bytes: Math.floor(Math.random() * 14_000),
  }));
  const env = environment(work, store);
  const accepted = [];
  const kills = Math.max(3, Math.round(rounds / 10));
  try {
    for (let round = 0; round < kills; round++) {
      const relay = await start(program, proxy.port, env);
      const isLast = round === kills - 1;
      const asking = ask(relay.url, round, accepted);
      await sleep(300 + Math.random() * 700);
      await asking;
      isCalm = isLast;
      if (isLast) await sleep(LAST_SECONDS * 1000);
      relay.child.kill(isLast ? "SIGTERM" : "SIGKILL");
      await relay.exited;
    }
  } finally {
    await proxy.close();
    await server.close();
  }
  const figures = checkHistory(await readEntries(store), accepted, taken);
  tell(`${kills - 1} kills, ${accepted.length} accepted, ${taken.length} mails taken by the server`);
  tell(countsOf(figures));
  tell(`the line: ${countsOf(proxy.met)}`);
  assert(figures.delivered > accepted.length / 4, "too few mails were delivered for this to mean anything");
  assert(figures.held > 0 && figures.dead > 0 && figures.breaks > 0, "not every end was reached");
}

const pick = (list) => list[Math.floor(Math.random() * list.length)];

/** Requests of one round, a tenth of them with the field filled in that people do not see. */
async function ask(url, round, accepted) {
  for (let index = 0; index < 20; index++) {
    const message = `${round}-0-${index}${index === 0 ? `: ${REFUSED}` : ""}`;
    const more = index % 10 === 9 ? { website: "https://spam.test", elapsedMs: 20 } : {};
    const { reference } = await call(url, message, { more });
    if (reference !== null) accepted.push(reference);
  }
}

/**
 * Says no as `refuse` tells: it gets "" for the recipient, then the mail. `onMail` gets the Message-ID of each mail that it says yes to, just
 * before, and what `onConnect` gave when its connection was opened.
 */
export async function startServer({ refuse = () => null, onMail, onConnect = () => {}, port = 0 }) {
  const refusal = (mail) => {
    const answer = refuse(mail);
    return answer === null
      ? null
      : Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) });
  };
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    hideSTARTTLS: true,
    closeTimeout: 100,
    onConnect(session, done) {
      session.begun = onConnect();
      done();
    },
    onRcptTo: (_address, _session, done) => done(refusal("")),
    onData(stream, { begun }, done) {
      let raw = "";
      stream.setEncoding("latin1");
      stream.on("data", (chunk) => {
        raw += chunk;
      });
      stream.on("end", () => {
        // The library hands on what came before a line was cut, too; no server would take half a mail.
        if (!/-Part_1--\r\n$/.test(raw)) return done(new Error("incomplete"));
        const error = refusal(raw);
        if (error === null) onMail(/^Message-ID: <([^>]+)>/im.exec(raw)?.[1] ?? "", begun);
        done(error);
      });
    },
  });
  server.on("error", () => {});
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");
  return {
    port: server.server.address().port,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
