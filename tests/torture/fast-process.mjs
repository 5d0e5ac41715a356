// The relay in a process of its own, with a clock that runs fast: what trials of delivery start and kill.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { bundleOptions } from "../../relay/launch/bundle-options.mjs";
import { SITE_DOCUMENT } from "./relay-process.mjs";
import { openFileStore } from "./stores.mjs";
import { listening } from "./trial.mjs";

/** Times as fast as real time: an hour between tries passes in six seconds. */
const SPEED = 600;
/** The relay as parts to put together: its program with the transport beside it. Answers the path. */
export async function compileParts(work) {
  const outfile = join(work, "parts.mjs");
  const contents = [
    'export { createRelay } from "../index.ts";',
    'export { readConfig } from "../config/config.ts";',
    'export { createSmtpTransport } from "../delivery/transports/smtp-transport.ts";',
    'export { createOutbox } from "../store/create-outbox.ts";',
  ].join("\n");
  const { entryPoints: _, outExtension: __, ...options } = bundleOptions;
  const stdin = { contents, resolveDir: options.absWorkingDir, loader: "ts" };
  await build({ ...options, splitting: false, stdin, outfile });
  return outfile;
}

export const environment = (work, store = openFileStore(work)) => ({
  PATH: process.env.PATH,
  PORT: "0",
  RELAY_STORE_URL: store.url(),
  RELAY_SOCKET: `${work}/relay.sock`,
  RELAY_MAIL_URL: "smtp://127.0.0.1:9",
  RELAY_MAIL_FROM: "Evenhall <website@evenhall.test>",
  RELAY_MAIL_TO: "team@evenhall.test",
  RELAY_FORMS: SITE_DOCUMENT,
  RELAY_ACKNOWLEDGE: "off",
  RELAY_RATE_LIMIT: "off",
  RELAY_RATE_LIMIT_ADDRESS: "off",
  RELAY_RATE_LIMIT_OVERALL: "off",
  TORTURE_ZERO: String(Date.now()),
});

/** `{ url, child, exited }`, when it takes requests. */
export async function start(program, smtpPort, env, speed = SPEED) {
  const harness = fileURLToPath(new URL("fast-relay.mjs", import.meta.url));
  const child = spawn(process.execPath, [harness, program, String(smtpPort), String(speed)], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  return listening(child);
}
