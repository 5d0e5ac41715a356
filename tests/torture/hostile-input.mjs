// No input on the port ends the relay, makes it answer 5xx or grow: bodies and lines cut at every byte, then a thousand generated
// requests a round, split between the stores, and between a relay as it is by default and one with all that changes what a request may be.
import { randomInt } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { STORES } from "./stores.mjs";
import { assert } from "./trial.mjs";

export const name = "Hostile input on the port";

const support = fileURLToPath(new URL("../support/relay/hostile/", import.meta.url));
const REQUESTS_A_ROUND = 1000;
const SETTINGS = [
  {},
  {
    RELAY_PUBLIC_KEY: "key",
    RELAY_SITE_URL: "https://www.example.com",
    RELAY_TRUST_PROXY: "1",
    RELAY_ACKNOWLEDGE: "off",
  },
];
const RUNS = SETTINGS.length * Object.keys(STORES).length;

export async function run({ rounds, program, work, openStore, tell }) {
  const { anyRequest, createRandom, everyCutBody, everyCutLine, sendHostile, startWatchedRelay } = await load(work);
  const store = await openStore(work);
  for (const [index, settings] of SETTINGS.entries()) {
    const folder = join(work, `relay-${index}`);
    mkdirSync(folder);
    const relay = await startWatchedRelay(program, folder, join(support, "report-memory.mjs"), {
      ...settings,
      RELAY_STORE_URL: store.url(`relay_${index}`),
    });
    try {
      const seed = Number(process.env.EVENTSITE_SEED || randomInt(2 ** 32));
      tell(`seed ${seed}${Object.keys(settings).length > 0 ? `, ${Object.keys(settings).join(", ")}` : ""}`);
      const random = createRandom(seed);
      const any = Array.from({ length: Math.ceil((rounds * REQUESTS_A_ROUND) / RUNS) }, () => anyRequest(random));
      const { requests, statuses, grown } = await sendHostile(relay, [...everyCutBody(), ...everyCutLine(), ...any]);
      assert(statuses[503] === undefined, `${statuses[503]} requests were refused by a store that nothing happened to`);
      const answers = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`);
      tell(`${requests} requests; answers ${answers.join(", ")}; ${Math.round(grown / 1024)} kB grown`);
    } finally {
      relay.child.kill("SIGKILL");
    }
  }
}

/** What the tests use, compiled. */
async function load(work) {
  const outfile = join(work, "hostile.mjs");
  const files = ["hostile-requests", "send-hostile", "watched-relay"];
  const contents = files.map((file) => `export * from "./${file}.ts";`).join("\n");
  await build({
    stdin: { contents, resolveDir: support, loader: "ts" },
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "warning",
  });
  return import(pathToFileURL(outfile).href);
}
