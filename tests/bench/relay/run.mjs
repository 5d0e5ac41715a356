// npm run bench: the relay's share. Accepted requests a second, durable, against a handler that stores nothing, in turns in one run;
// and how soon a relay with 100,000 rows is ready. Ratios are what counts.
//   --quick: fewer and shorter rounds
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { load } from "./load.mjs";

const projectDir = fileURLToPath(new URL("../../../", import.meta.url));
const quick = process.argv.includes("--quick");
const rounds = quick ? 2 : 5;
const ms = quick ? 1500 : 4000;
// Beside the packages, where the bundles find the native one, and on the disk that the project is on.
const work = mkdtempSync(join(projectDir, ".eventsite/bench-relay-"));

await build({
  absWorkingDir: projectDir,
  entryPoints: ["serve-relay", "serve-bare", "fill-store", "serve-sink", "deliver"].map(
    (name) => `tests/bench/relay/${name}.ts`,
  ),
  outdir: work,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20.19",
  external: ["libsql"],
  jsx: "automatic",
  jsxImportSource: "preact",
  banner: {
    js: `import { createRequire as __r } from "node:module"; const require = __r(import.meta.url);
      process.on("message", () => process.send(process.cpuUsage()));`,
  },
  logLevel: "error",
});

/** A server in a process of its own. `readyMs`: from its start to its first word. */
async function start(name, ...args) {
  const startedAt = performance.now();
  const child = fork(join(work, `${name}.mjs`), args, { env: { ...process.env, NODE_ENV: "production" } });
  const [port] = await once(child, "message");
  const stop = async () => {
    child.kill("SIGTERM");
    await once(child, "exit");
  };
  const readyMs = performance.now() - startedAt;
  /** Microseconds of processor time since it began. */
  const usedUs = async () => {
    child.send("used?");
    const [{ user, system }] = await once(child, "message");
    return user + system;
  };
  return { port, stop, usedUs, readyMs };
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const show = (value) => value.toFixed(value < 10 ? 1 : 0);

async function measure(connections) {
  const results = { relay: [], bare: [] };
  for (let round = 0; round < rounds; round++) {
    for (const name of ["relay", "bare"]) {
      const server = await start(`serve-${name}`, mkdtempSync(join(work, "store-")));
      await load({ port: server.port, connections, ms: ms / 4 });
      const usedBefore = await server.usedUs();
      const result = await load({ port: server.port, connections, ms });
      results[name].push({ ...result, us: ((await server.usedUs()) - usedBefore) / (result.answers || 1) });
      await server.stop();
    }
  }
  const of = (name, key) => median(results[name].map((result) => result[key]));
  const ratio = median(results.relay.map((result, index) => result.perSecond / results.bare[index].perSecond));
  for (const name of ["relay", "bare"])
    console.log(
      `  ${connections} connections, ${name.padEnd(5)} ${show(of(name, "perSecond")).padStart(6)} requests/s  p50 ${show(of(name, "p50"))} ms  p99 ${show(of(name, "p99"))} ms  processor ${show(of(name, "us"))} us/request`,
    );
  console.log(`  ${connections} connections, ratio ${ratio.toFixed(2)} (aim at 200 connections: 0.60)`);
  const failed = [...results.relay, ...results.bare].reduce((sum, result) => sum + result.failed, 0);
  if (failed > 0) throw new Error(`${failed} requests were not accepted`);
}

/** Waiting rows into a mail server on this machine. */
async function measureDelivery() {
  const results = [];
  for (let round = 0; round < rounds; round++) {
    const sink = await start("serve-sink");
    const worker = await start(
      "deliver",
      mkdtempSync(join(work, "deliver-")),
      quick ? "400" : "2000",
      String(sink.port),
    );
    results.push(worker.port);
    await worker.stop();
    await sink.stop();
  }
  console.log(`  delivered ${show(median(results))} mails/s into a local mail server (aim: 200)`);
}

async function measureStart() {
  const folder = mkdtempSync(join(work, "filled-"));
  await (await start("fill-store", folder, "100000")).stop();
  const times = [];
  for (let round = 0; round < rounds + 1; round++) {
    const server = await start("serve-relay", folder);
    times.push(server.readyMs);
    await server.stop();
  }
  console.log(
    `  start to ready with 100,000 rows: ${show(median(times))} ms (aim: 300 ms), of it an empty Node ${show(median(await emptyStarts()))} ms`,
  );
}

async function emptyStarts() {
  const times = [];
  for (let round = 0; round < 3; round++) {
    const startedAt = performance.now();
    const child = fork(join(work, "empty.mjs"));
    await once(child, "message");
    times.push(performance.now() - startedAt);
    await once(child, "exit");
  }
  return times;
}

try {
  console.log("Relay: accepted and fsynced, beside a handler that parses and validates alone");
  for (const connections of quick ? [200] : [50, 200]) await measure(connections);
  await build({
    stdin: { contents: "process.send('ready'); process.disconnect();" },
    outfile: join(work, "empty.mjs"),
    format: "esm",
  });
  await measureStart();
  await measureDelivery();
} finally {
  rmSync(work, { recursive: true, force: true });
}
