// No input on the port ends the relay: its real command, against a few thousand of the requests that `npm run torture` sends by the hundred thousand.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { anyRequest, createRandom, everyCutBody, everyCutLine } from "../../support/relay/hostile/hostile-requests.ts";
import { sendHostile } from "../../support/relay/hostile/send-hostile.ts";
import { startWatchedRelay, type WatchedRelay } from "../../support/relay/hostile/watched-relay.ts";
import { projectDir } from "../../support/site/with-site.ts";
import { readMetrics } from "../support/local-socket.ts";
import { caches, relayLauncher, send } from "../support/relay-process.ts";

// Thousands of requests, on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000 });

const support = join(projectDir, "tests/support/relay/hostile");

async function withWatched(
  use: (relay: WatchedRelay, folder: string) => Promise<void>,
  env: Record<string, string> = {},
  preload = "report-memory.mjs",
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "eventsite-relay-"));
  const relay = await startWatchedRelay(relayLauncher, folder, join(support, preload), { ...caches, ...env });
  try {
    await use(relay, folder);
  } finally {
    relay.child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const anyRequests = (seed: number, count: number) => {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => anyRequest(random));
};

test("bodies of every accepted type, cut at every byte, and lines that break off are answered or let go", () =>
  withWatched(async (relay) => {
    const cutLines = [...everyCutLine()].filter((_, index) => index % 7 === 0);
    const { statuses } = await sendHostile(relay, [...everyCutBody(), ...cutLines]);
    for (const status of [200, 400, 415]) expect(statuses).toHaveProperty(String(status));
  }));

test.each([
  ["as it is by default", {}],
  [
    "with a key, a site and a proxy",
    { RELAY_PUBLIC_KEY: "key", RELAY_SITE_URL: "https://www.example.com", RELAY_TRUST_PROXY: "1" },
  ],
])("a relay %s answers or cuts off whatever else comes", (_, env) =>
  withWatched(async (relay) => {
    const seed = Math.floor(Math.random() * 2 ** 32);
    await sendHostile(relay, anyRequests(seed, 800)).catch((error) => {
      throw new Error(`seed ${seed}: ${error.message}`);
    });
  }, env),
);

test("an error that no part of the relay catches is reported, and takes the relay from nobody", () =>
  withWatched(
    async (relay, folder) => {
      for (const kind of ["throw", "reject"]) {
        relay.child.send(kind);
        await expect.poll(() => relay.said()).toContain(`"name":"${kind}"`);
        expect(await send(`http://127.0.0.1:${relay.port}`, { message: kind })).toMatch(/^EV-/);
      }
      expect(relay.said()).toMatch(/"event":"fault","where":"process"/);
      const figures = await readMetrics(join(folder, "relay.sock"));
      expect(figures).toMatch(/^relay_faults_total\{where="process"\} 2$/m);
    },
    {},
    "throw-uncaught.mjs",
  ));
