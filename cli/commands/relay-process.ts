// The mail relay in a process of its own, which ends with this one.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, realpathSync } from "node:fs";
import { isIPv6 } from "node:net";
import { dirname, join } from "node:path";
import type { ListeningEvent } from "../../relay/contract.ts";
import { EventsiteError } from "../diagnostics/diagnostic.ts";
import type { SharedSite } from "../serve/shared-site.ts";
import { freePort } from "./free-port.ts";
import { PORT_RANGE, readPort } from "./serve.ts";

export interface RelayProcess {
  /** Its first message, once it takes requests; undefined where it ends before. */
  readonly up: Promise<ListeningEvent | undefined>;
  stop(): Promise<void>;
}

/** Where the relay will take requests. HOST and PORT are its own variables. Rejects with USAGE if PORT is not a port. */
export async function relayAddress(isAnyPort: boolean, shared: SharedSite | undefined): Promise<URL> {
  const { HOST = shared?.host ?? "127.0.0.1" } = process.env;
  const host = /^(?:0\.0\.0\.0|::)?$/.test(HOST) ? (shared?.host ?? "localhost") : HOST;
  const port = relayPort(isAnyPort ? 0 : 8787) || (await freePort());
  return new URL(`http://${isIPv6(host) ? `[${host}]` : host}:${port}`);
}

/** As in the relay, a variable that is set to nothing counts as not set. */
function relayPort(standard: number): number {
  const text = process.env.PORT?.trim() ?? "";
  const port = text === "" ? standard : readPort(text);
  if (port !== undefined) return port;
  throw new EventsiteError("USAGE", `The variable PORT is "${text}". ${PORT_RANGE}`, {
    hint: "set it to the port of the relay, such as PORT=8790, or leave it out",
  });
}

/** Variables of the environment override `defaults`. `onEnd` is called with the exit code; null where a signal ended it. */
export function startRelay(
  port: string,
  defaults: Readonly<Record<string, string>>,
  onEnd: (code: number | null) => void,
): RelayProcess {
  const env = Object.fromEntries(Object.entries(defaults).filter(([name]) => !process.env[name]));
  const relay = spawn(process.execPath, [relayProgram(), "start", "--announce"], {
    env: { ...process.env, ...env, PORT: port },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  // If this process is killed, the relay ends by itself: its channel is closed.
  process.once("exit", () => relay.kill());
  const ended = once(relay, "exit").then(([code]) => {
    onEnd(code as number | null);
    return undefined;
  });
  const listening = once(relay, "message").then(([event]) => event as ListeningEvent);
  return {
    up: Promise.race([listening, ended]),
    async stop() {
      relay.kill();
      await ended;
    },
  };
}

function relayProgram(): string {
  const program = join(dirname(realpathSync(process.argv[1] ?? "")), "../relay/eventsite-relay.mjs");
  if (existsSync(program)) return program;
  throw new EventsiteError("USAGE", "The relay is not here: it is a package of its own.", {
    hint: "run `eventsite serve --watch`, and eventsite-relay beside it",
  });
}
