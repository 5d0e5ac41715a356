// npm run bench: the relay's share. Accepted requests a second, durable, against a handler that stores nothing, in turns in one run;
// and how soon a relay with 100,000 rows is ready. Ratios are what counts.
//   --quick: fewer and shorter rounds; --several: relays side by side, and claims, alone
import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { bundleOptions } from "../../../relay/launch/bundle-options.mjs";
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
// The sample document is read from beside the module that names it, which is a bundle in this folder.
copyFileSync(join(projectDir, "tests/support/relay/sample-document.json"), join(work, "sample-document.json"));

/** A server in a process of its own. `readyMs`: from its start to its first word. */
const start = (name, ...args) => startProcess(name, args, {}, "inherit");

/** A relay that writes its log into a pipe, which is read or not. */
async function startLogging(folder, isRead) {
  const server = await startProcess("serve-relay", [folder], { BENCH_LOG: "info" }, "pipe");
  if (isRead) server.child.stdout.resume();
  return server;
}

async function startProcess(name, args, variables, stdout) {
  const startedAt = performance.now();
  const child = fork(join(work, `${name}.mjs`), args, {
    env: { ...process.env, NODE_ENV: "production", ...variables },
    stdio: ["inherit", stdout, "inherit", "ipc"],
  });
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
  return { child, port, stop, usedUs, readyMs, ask };
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const show = (value) => value.toFixed(value < 10 ? 1 : 0);

/**
 * All run at once and are called in turns, in short ones: what else the machine does then costs all alike. The turns before are for the
 * compiler of JavaScript.
 */
async function measure(connections) {
  const folder = () => mkdtempSync(join(work, "store-"));
  const servers = {
    bare: await start("serve-bare"),
    "relay without a log": await start("serve-relay", folder()),
    "relay, log read": await startLogging(folder(), true),
    "relay, log unread": await startLogging(folder(), false),
  };
  const results = Object.fromEntries(Object.keys(servers).map((name) => [name, []]));
  for (let turn = -WARM_TURNS; turn < turns; turn++)
    for (const [name, { port, usedUs }] of Object.entries(servers)) {
      const usedBefore = await usedUs();
      const result = await load({ port, connections, ms });
      const us = ((await usedUs()) - usedBefore) / (result.answers || 1);
      if (turn >= 0) results[name].push({ ...result, us });
    }
  const ratio = (name, key, to) =>
    median(results[name].map((result, index) => result[key] / results[to][index][key])).toFixed(2);
  console.log(`  ${connections} connections`);
  for (const name of Object.keys(servers)) {
    const of = (key) => show(median(results[name].map((result) => result[key])));
    console.log(
      `    ${name.padEnd(19)} ${of("perSecond").padStart(6)} requests/s  p50 ${of("p50")} ms  p99 ${of("p99")} ms  processor ${of("us")} us/request  of bare ${ratio(name, "perSecond", "bare")}`,
    );
  }
  console.log(
    `    log read: ${ratio("relay, log read", "perSecond", "bare")} of bare (aim: 0.45); log unread: ${ratio("relay, log unread", "perSecond", "relay without a log")} of no log (aim: 0.90)`,
  );
  await measureUnread(servers["relay, log unread"]);
  for (const { stop, child } of Object.values(servers)) if (child.exitCode === null) await stop();
  const failed = Object.values(results)
    .flat()
    .reduce((sum, result) => sum + result.failed, 0);
  if (failed > 0) throw new Error(`${failed} requests were not accepted`);
}

/** Whether a relay whose log nobody reads still says that it is ready, and ends. */
async function measureUnread({ port, stop }) {
  const since = performance.now();
  const { status } = await fetch(`http://127.0.0.1:${port}/readyz`);
  const readyMs = performance.now() - since;
  const stopSince = performance.now();
  await stop();
  console.log(
    `    log unread: /readyz ${status} in ${show(readyMs)} ms (aim: 100), SIGTERM in ${show((performance.now() - stopSince) / 1000)} s (aim: 10)`,
  );
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
    for (const connections of quick ? [200] : [50, 200, 500]) await measure(connections);
    await several();
    await measureStart();
    await measureDelivery();
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
