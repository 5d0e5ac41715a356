// The relay as operations run it: the bundle, in a process of its own, set up by variables; and callers that keep count.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { build } from "esbuild";
import { bundleOptions } from "../../relay/launch/bundle-options.mjs";
import { openFileStore } from "./stores.mjs";
import { listening } from "./trial.mjs";

/** Answers the path of the compiled program. */
export async function compileRelay(folder) {
  await build({ ...bundleOptions, outdir: folder });
  return join(folder, "relay.mjs");
}

/** For RELAY_FORMS. */
export const SITE_DOCUMENT = join(import.meta.dirname, "../support/relay/sample-document.json");

const running = new Set();

/** After a trial that failed half-way. */
export function endAll() {
  for (const child of running) child.kill("SIGKILL");
}

/** Starts a relay on a port of its own; `{ url, child, exited }`, when it takes requests. `before`: words in front of `node`. */
export async function startRelay(program, folder, { before = [], store = openFileStore(folder), env = {} } = {}) {
  const [command, ...args] = [...before, process.execPath, program, "start"];
  const child = spawn(command, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env.PATH,
      PORT: "0",
      RELAY_STORE_URL: store.url(),
      RELAY_MAIL_URL: `maildir:${folder}/mail`,
      RELAY_SOCKET: `${folder}/relay.sock`,
      RELAY_FORMS: SITE_DOCUMENT,
      RELAY_RATE_LIMIT: "off",
      RELAY_RATE_LIMIT_ADDRESS: "off",
      RELAY_RATE_LIMIT_OVERALL: "off",
      LOG_LEVEL: "info",
      ...env,
    },
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  return listening(child);
}

/** A request that no other is like. */
const requestOf = (message) => ({
  firstName: "Zoë",
  email: "zoe@example.org",
  message: `${message} ${"x".repeat(400)}`,
});

/** One call, whose message makes repetitions count once; its reference, or null where it was not accepted for whatever reason. */
export async function call(url, message, { timeoutMs = 10_000, more = {} } = {}) {
  try {
    const response = await fetch(`${url}/functions/v1/send-contact-email`, {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": message },
      body: JSON.stringify({ ...requestOf(message), ...more }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { data, error } = await response.json();
    return {
      status: response.status,
      reference: data?.id ?? null,
      code: error?.code ?? null,
      headers: response.headers,
    };
  } catch {
    return { status: 0, reference: null, code: null, headers: new Headers() };
  }
}

/** Callers that go on until `isOver()`; `onAnswer(message, answer)` is called after each call. */
export function keepCalling(url, { callers, prefix, isOver, onAnswer }) {
  return Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      for (let index = 0; !isOver(); index++) {
        const message = `${prefix}-${caller}-${index}`;
        onAnswer(message, await call(url, message));
      }
    }),
  );
}
