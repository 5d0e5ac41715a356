// A Chromium of this machine, spoken to through a pipe: no port is opened, nothing is downloaded, and nothing of the user's profile is read.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";

export type Send = (method: string, params?: object) => Promise<Record<string, unknown>>;

export interface BrowserPage {
  send: Send;
  /** Resolves with the next event of that name. */
  next(event: string): Promise<void>;
}

export interface Browser {
  openPage(): Promise<BrowserPage>;
  close(): Promise<void>;
}

const FLAGS = [
  "--headless",
  "--remote-debugging-pipe",
  "--disable-gpu",
  "--hide-scrollbars",
  "--mute-audio",
  "--no-first-run",
  "--disable-quic",
  "--disable-sync",
  "--disable-extensions",
  "--disable-background-networking",
  "--disable-component-update",
  // Pages name their relay and other sites: none of them is asked.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
  "about:blank",
];

/** How long a browser may take to end by itself. */
const CLOSING_MS = 3_000;

function endGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined) return;
  const isOver = exitCode !== null || signalCode !== null;
  try {
    if (process.platform !== "win32") process.kill(-pid, "SIGKILL");
    else if (!isOver) process.kill(pid);
  } catch {
    // All of them have ended.
  }
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly sessionId?: string;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly message: string };
}

export function startBrowser(program: string): Browser {
  const profile = mkdtempSync(join(tmpdir(), "eventsite-chromium-"));
  // A container's root has no other user to separate.
  const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const child = spawn(program, [`--user-data-dir=${profile}`, ...sandbox, ...FLAGS], {
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
    // A group of its own: on the PATH there may be a script that starts the browser.
    detached: process.platform !== "win32",
  });
  const [toBrowser, fromBrowser] = [child.stdio[3] as Writable, child.stdio[4] as Readable];
  const pending = new Map<number, { resolve(result: Record<string, unknown>): void; reject(error: Error): void }>();
  const awaited: { readonly event: string; readonly session: string; resolve(): void; reject(error: Error): void }[] =
    [];
  let ended: Error | undefined;
  const end = (error: Error) => {
    ended = error;
    for (const { reject } of [...pending.values(), ...awaited.splice(0)]) reject(error);
    pending.clear();
  };
  const exited = new Promise<void>((done) => {
    child.once("error", (error) => {
      end(error);
      done();
    });
    child.once("exit", () => {
      end(new Error("The browser has ended."));
      done();
    });
  });
  toBrowser.on("error", end);

  const take = ({ id, method, sessionId = "", result = {}, error }: Message) => {
    if (id !== undefined) {
      const waiting = pending.get(id);
      pending.delete(id);
      if (error) waiting?.reject(new Error(error.message));
      else waiting?.resolve(result);
      return;
    }
    const at = awaited.findIndex(({ event, session }) => event === method && session === sessionId);
    if (at !== -1) awaited.splice(at, 1)[0]?.resolve();
  };
  let rest = Buffer.alloc(0);
  fromBrowser.on("data", (bytes: Buffer) => {
    rest = Buffer.concat([rest, bytes]);
    for (let zero = rest.indexOf(0); zero !== -1; zero = rest.indexOf(0)) {
      take(JSON.parse(rest.toString("utf8", 0, zero)) as Message);
      rest = rest.subarray(zero + 1);
    }
  });

  let last = 0;
  const send = (method: string, params: object = {}, sessionId?: string) =>
    new Promise<Record<string, unknown>>((resolve, reject) => {
      if (ended) return reject(ended);
      const id = ++last;
      pending.set(id, { resolve, reject });
      toBrowser.write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`);
    });
  return {
    async openPage() {
      const { targetId } = await send("Target.createTarget", { url: "about:blank" });
      const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
      const session = String(sessionId);
      const next = (event: string) =>
        new Promise<void>((resolve, reject) => {
          if (ended) reject(ended);
          else awaited.push({ event, session, resolve, reject });
        });
      return { send: (method, params) => send(method, params, session), next };
    },
    async close() {
      await Promise.race([send("Browser.close").catch(() => {}), exited]);
      await Promise.race([exited, delay(CLOSING_MS, undefined, { ref: false })]);
      endGroup(child);
      for (const stream of [toBrowser, fromBrowser]) stream.destroy();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
