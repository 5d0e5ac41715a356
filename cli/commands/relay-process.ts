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

export interface RelayProcess {
  /** Its first message, once it takes requests; undefined where it ends before. */
  readonly up: Promise<ListeningEvent | undefined>;
  stop(): Promise<void>;
}

/** Where the relay will take requests. HOST and PORT are its own variables. */
export async function relayAddress(isAnyPort: boolean, shared: SharedSite | undefined): Promise<URL> {
  const { HOST = shared?.host ?? "127.0.0.1", PORT = isAnyPort ? "0" : "8787" } = process.env;
  const host = /^(?:0\.0\.0\.0|::)?$/.test(HOST) ? (shared?.host ?? "localhost") : HOST;
  return new URL(`http://${isIPv6(host) ? `[${host}]` : host}:${Number(PORT) || (await freePort())}`);
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
  // The relay ends with this process, however that ends.
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
