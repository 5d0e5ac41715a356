// npm run bench: the relay's share. Accepted requests a second, durable, against a handler that stores nothing, in turns in one run;
// and how soon a relay with 100,000 rows is ready. Ratios are what counts.
//   --quick: fewer and shorter rounds; --several: relays side by side, and claims, alone
import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { bundleOptions } from "../../../relay/program.mjs";
import { load } from "./load.mjs";
import { measureClaims, measureSeveral } from "./several.mjs";

const projectDir = fileURLToPath(new URL("../../../", import.meta.url));
const quick = process.argv.includes("--quick");
const rounds = quick ? 2 : 5;
const turns = quick ? 5 : 25;
const WARM_TURNS = 3;
/** Of one turn. */
const ms = 500;
// Beside the packages, where the bundles find the native one, and on the disk that the project is on.
const work = mkdtempSync(join(projectDir, ".eventsite/bench-relay-"));

await build({
  absWorkingDir: projectDir,
  entryPoints: ["serve-relay", "serve-bare", "fill-store", "serve-sink", "deliver", "claim"].map(
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
      process.on("message", (question) => question === "used?" && process.send(process.cpuUsage()));`,
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
  const ask = async (question) => {
    child.send(question);
    return (await once(child, "message"))[0];
  };
  return { port, stop, usedUs, readyMs, ask };
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const show = (value) => value.toFixed(value < 10 ? 1 : 0);

/**
 * Both run at once and are called in turns, in short ones: what else the machine does then costs both alike. The turns before are for the
 * compiler of JavaScript.
 */
async function measure(connections) {
  const names = ["relay", "bare"];
  const servers = [];
  for (const name of names) servers.push(await start(`serve-${name}`, mkdtempSync(join(work, "store-"))));
  const results = { relay: [], bare: [] };
  for (let turn = -WARM_TURNS; turn < turns; turn++) {
    for (const [index, name] of names.entries()) {
      const { port, usedUs } = servers[index];
      const usedBefore = await usedUs();
      const result = await load({ port, connections, ms });
      const us = ((await usedUs()) - usedBefore) / (result.answers || 1);
      if (turn >= 0) results[name].push({ ...result, us });
    }
  }
  for (const { stop } of servers) await stop();
  const of = (name, key) => median(results[name].map((result) => result[key]));
  const ratioOf = (ratio) => median(results.relay.map((relay, index) => ratio(relay, results.bare[index]))).toFixed(2);
  for (const name of names)
    console.log(
      `  ${connections} connections, ${name.padEnd(5)} ${show(of(name, "perSecond")).padStart(6)} requests/s  p50 ${show(of(name, "p50"))} ms  p99 ${show(of(name, "p99"))} ms  processor ${show(of(name, "us"))} us/request`,
    );
  const rate = ratioOf((relay, bare) => relay.perSecond / bare.perSecond);
  const processor = ratioOf((relay, bare) => bare.us / relay.us);
  console.log(
    `  ${connections} connections, ratio ${rate} (aim at 200 connections: 0.60), of processor time ${processor}`,
  );
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

/** The program as operations run it, and a Node that does nothing, in turns. */
async function measureStart() {
  const folder = mkdtempSync(join(work, "filled-"));
  await (await start("fill-store", folder, "100000")).stop();
  await build({ ...bundleOptions, outdir: join(work, "program") });
  const times = { relay: [], empty: [] };
  for (let round = 0; round < 2 * rounds + 1; round++) {
    times.relay.push(await timeTo("takes requests", [join(work, "program/relay.mjs")], folder));
    times.empty.push(await timeTo("here", ["--eval", "console.log('here')"], folder));
  }
  console.log(
    `  start to ready with 100,000 rows: ${show(median(times.relay))} ms (aim: 300 ms), of it an empty Node ${show(median(times.empty))} ms`,
  );
}

async function timeTo(said, args, folder) {
  const env = {
    PATH: process.env.PATH,
    PORT: "0",
    RELAY_STORE_URL: `sqlite:${folder}/relay.db`,
    RELAY_MAIL_URL: `maildir:${folder}/mail`,
    RELAY_SOCKET: `${folder}/relay.sock`,
  };
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  const exited = once(child, "exit");
  let text = "";
  await new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (chunk) => {
        text += chunk;
        if (text.includes(said)) resolve();
      });
    exited.then(([code]) => reject(new Error(`ended with ${code}: ${text}`)));
  });
  const ms = performance.now() - startedAt;
  child.kill("SIGTERM");
  await exited;
  return ms;
}

const several = async () => {
  await measureSeveral({ start, makeFolder: () => mkdtempSync(join(work, "several-")), quick, median, show });
  await measureClaims({ start, quick, show });
};

try {
  if (process.argv.includes("--several")) await several();
  else {
    console.log("Relay: accepted and fsynced, beside a handler that parses and validates alone");
    for (const connections of quick ? [200] : [50, 200]) await measure(connections);
    await several();
    await measureStart();
    await measureDelivery();
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
