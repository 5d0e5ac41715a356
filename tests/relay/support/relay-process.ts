// The real command in a folder of its own: a relay as a child process, and the commands that talk to it.
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CALL_PATH } from "../../../relay/contract.ts";
import { shiftedClock } from "../../support/process/shifted-clock.ts";
import { sampleDocumentPath } from "../../support/relay/sample-document.ts";
import { projectDir } from "../../support/site/with-site.ts";
import { readMetrics } from "./local-socket.ts";
import { isPostgres, newSchema, postgresStore } from "./test-store.ts";

export const relayLauncher = join(projectDir, "relay/eventsite-relay.mjs");

/** The relay is compiled once, not for each folder that a test takes for a home. */
export const caches = { XDG_CACHE_HOME: join(projectDir, ".eventsite/cache") };

/** A machine that sends all requests of a test. */
export const LIMITLESS = { RELAY_RATE_LIMIT: "off", RELAY_RATE_LIMIT_ADDRESS: "off", RELAY_RATE_LIMIT_OVERALL: "off" };

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RelayProcess {
  readonly url: string;
  readonly pid: number;
  readonly ended: Promise<Ended>;
  /** What it has written to standard output so far: its log. */
  log(): string;
  /** Nobody reads its log until `resumeLog`. */
  pauseLog(): void;
  resumeLog(): void;
  /** When the process is gone; `ended` waits for its log to be read as well. */
  readonly exited: Promise<unknown>;
  /** What it has written to standard error so far. */
  said(): string;
  kill(signal: NodeJS.Signals): void;
  /** The text that Prometheus reads. */
  metrics(): Promise<string>;
}

export interface RelayFolder {
  readonly folder: string;
  /** Starts the relay; rejects with what it said where it ends instead. */
  start(env?: Readonly<Record<string, string>>): Promise<RelayProcess>;
  /** Runs a command, with `input` for its standard input. */
  run(args: readonly string[], env?: Readonly<Record<string, string>>, input?: string): Promise<Ended>;
  /** Runs a command with `--json` and gives its document. */
  // biome-ignore lint/suspicious/noExplicitAny: documents of many shapes, looked into by tests
  ask(...args: readonly string[]): Promise<any>;
}

/** What a relay's process says; `address` rejects with it where it ends instead of taking requests. */
export function watchRelay(child: ChildProcessWithoutNullStreams) {
  const said = { stdout: "", stderr: "" };
  const ended = new Promise<Ended>((resolve) => child.once("close", (code) => resolve({ code, ...said })));
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const address = new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text) => (said.stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text) => {
      said.stderr += text;
      const [, url] = /takes requests at (\S+)/.exec(said.stderr) ?? [];
      if (url) resolve(url);
    });
    void ended.then(({ code }) => reject(new Error(`ended with ${code}: ${said.stderr}`)));
  });
  // A command takes none.
  address.catch(() => {});
  return { child, said, ended, exited, address };
}

export async function withRelayFolder<Result>(
  use: (relays: RelayFolder) => Promise<Result>,
  storeUrl = isPostgres() ? postgresStore(newSchema()).url : "",
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "eventsite-relay-"));
  const running: RelayProcess[] = [];
  const base = {
    PATH: process.env.PATH ?? "",
    ...shiftedClock(),
    HOME: folder,
    ...caches,
    PORT: "0",
    RELAY_STORE_URL: storeUrl,
    RELAY_FORMS: sampleDocumentPath,
  };
  const spawnRelay = (args: readonly string[], env: Readonly<Record<string, string>> = {}, input = "") => {
    const child = spawn(process.execPath, [relayLauncher, ...args], { cwd: folder, env: { ...base, ...env } });
    child.stdin.end(input);
    return watchRelay(child);
  };
  const relays: RelayFolder = {
    folder,
    async start(env) {
      const { child, said, ended, exited, address } = spawnRelay([], env);
      const url = await address;
      const relay = {
        url,
        pid: child.pid ?? 0,
        ended,
        exited,
        log: () => said.stdout,
        pauseLog: () => void child.stdout.pause(),
        resumeLog: () => void child.stdout.resume(),
        said: () => said.stderr,
        kill: (signal: NodeJS.Signals) => child.kill(signal),
        metrics: () => readMetrics(join(folder, env?.RELAY_SOCKET ?? ".eventsite/relay.sock")),
      };
      running.push(relay);
      return relay;
    },
    run: (args, env, input) => spawnRelay(args, env, input).ended,
    async ask(...args) {
      const { stdout, stderr } = await spawnRelay([...args, "--json"]).ended;
      if (stderr !== "") throw new Error(`--json wrote to standard error: ${stderr}`);
      return JSON.parse(stdout);
    },
  };
  try {
    return await use(relays);
  } finally {
    for (const relay of running) relay.kill("SIGKILL");
    await Promise.all(running.map(({ ended }) => ended));
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Sends a request of a form; gives the reference, or null where it was not accepted. */
export async function send(url: string, fields: Readonly<Record<string, string>>): Promise<string | null> {
  const answer = await fetch(`${url}${CALL_PATH}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ firstName: "Zoë", email: "zoe@visitor.ca", form: "venue", ...fields }),
  });
  const { data } = (await answer.json()) as { data: { id: string } | null };
  return data?.id ?? null;
}
