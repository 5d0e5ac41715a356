// Several relays on one PostgreSQL, against one with a store in a file and the bare handler; and what a claim costs in a store that is full.
import { startPostgres } from "../../support/relay/postgres-server.mjs";
import { load } from "./load.mjs";

const CONNECTIONS = 200;
const TURN_MS = 1000;

/** Each in turns, in one run: what else the machine does costs all alike. The same callers, spread over the relays. */
export async function measureSeveral({ start, makeFolder, quick, median, show }) {
  const postgres = await startPostgres();
  const kinds = [
    { name: "bare handler", servers: [await start("serve-bare")] },
    { name: "1 relay, store in a file", servers: [await start("serve-relay", makeFolder())] },
  ];
  for (const count of [1, 2, 4]) {
    const servers = [];
    for (let each = 0; each < count; each++)
      servers.push(await start("serve-relay", makeFolder(), postgres.url(`schema=several_${count}`)));
    kinds.push({ name: `${count} ${count === 1 ? "relay" : "relays"}, PostgreSQL`, servers, isShared: true });
  }
  console.log(`Relays side by side: ${CONNECTIONS} connections in all, each setting in turns`);
  const journeysOf = async ({ servers }) => {
    let sum = 0;
    for (const { ask } of servers) sum += await ask("journeys?");
    return sum;
  };
  try {
    for (let turn = -2; turn < (quick ? 3 : 10); turn++)
      for (const kind of kinds) {
        const before = kind.isShared ? await journeysOf(kind) : 0;
        const results = await Promise.all(
          kind.servers.map(({ port }) => load({ port, connections: CONNECTIONS / kind.servers.length, ms: TURN_MS })),
        );
        const answers = results.reduce((sum, one) => sum + one.answers, 0);
        if (results.some(({ failed }) => failed > 0)) throw new Error(`requests of ${kind.name} were not accepted`);
        if (turn < 0) continue;
        const journeys = kind.isShared ? ((await journeysOf(kind)) - before) / (answers || 1) : null;
        kind.turns = [...(kind.turns ?? []), { rate: results.reduce((sum, one) => sum + one.perSecond, 0), journeys }];
      }
    const bare = median(kinds[0].turns.map(({ rate }) => rate));
    for (const { name, turns, isShared } of kinds) {
      const rate = median(turns.map((one) => one.rate));
      const journeys = isShared ? `  ${median(turns.map((one) => one.journeys)).toFixed(2)} journeys a request` : "";
      console.log(
        `  ${name.padEnd(26)} ${show(rate).padStart(6)} requests/s  ratio ${(rate / bare).toFixed(2)}${journeys}`,
      );
    }
  } finally {
    for (const { servers } of kinds) for (const { stop } of servers) await stop();
    await postgres.stop();
  }
}

/** A claim of ten mails, with so many rows waiting. */
export async function measureClaims({ start, quick, show }) {
  const postgres = await startPostgres();
  try {
    for (const rows of quick ? [10_000, 100_000] : [10_000, 1_000_000]) {
      const claims = await start("claim", postgres.url(`schema=claims_${rows}`), String(rows));
      const { best, middle } = claims.port;
      console.log(
        `  a claim of 10 mails out of ${rows} that wait: ${show(best)} ms at best, ${show(middle)} ms in the middle`,
      );
      await claims.stop();
    }
  } finally {
    await postgres.stop();
  }
}
