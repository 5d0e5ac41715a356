// The other side of `worker.ts`: starts a worker thread early and sends it calls of its methods.

import { existsSync } from "node:fs";
import module from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { EventsiteError } from "../diagnostics/diagnostic.ts";
import type { ThreadSetup } from "../render/page-job.ts";
import type { EntryThread } from "./thread.ts";

export interface WorkerCall {
  readonly id: number;
  readonly method: "read" | "resolve" | "render";
  readonly parameters: readonly unknown[];
}

export interface WorkerReply {
  readonly id: number;
  /** The progress of a call: how many pages it has rendered. */
  readonly rendered?: number;
  readonly result?: unknown;
  readonly error?: Pick<NodeJS.ErrnoException, "message" | "code" | "syscall" | "path">;
  /** An error with a message for people. */
  readonly expected?: Pick<EventsiteError, "code" | "message" | "hint">;
}

interface PendingCall {
  resolve(value: unknown): void;
  reject(error: unknown): void;
  readonly onRendered: ((pages: number) => void) | undefined;
}

const workerFile = fileURLToPath(new URL("./entry-worker.mjs", import.meta.url));

/** Whether the worker was compiled with this program. Sources that run directly, as in unit tests, have none. */
export const hasWorker = (): boolean => existsSync(workerFile);

/** Exists from Node 22.1 on. */
const { getCompileCacheDir } = module as { readonly getCompileCacheDir?: () => string | undefined };

/** Gives the thread the cache of compiled code, which Node does not do. Without it, loading the program takes twice the processor time. */
function workerEnvironment(): NodeJS.ProcessEnv {
  const dir = getCompileCacheDir?.();
  return dir === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(dir) };
}

export interface ThreadWorker {
  /** Must be called once, before any call. */
  open(setup: ThreadSetup): EntryThread;
  close(): Promise<void>;
}

/** A thread that loads its program before its setup is known. */
export function startWorker(): ThreadWorker {
  // Parsing leaves much garbage. With more room for it, a thread is not faster and takes 45 MB more at 1,000 pages.
  const worker = new Worker(workerFile, { resourceLimits: { maxYoungGenerationSizeMb: 16 }, env: workerEnvironment() });
  const pending = new Map<number, PendingCall>();
  let lastId = 0;
  let failure: unknown;
  const failAll = (error: unknown) => {
    failure ??= error;
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
  };
  worker.on("message", ({ id, result, rendered, error, expected }: WorkerReply) => {
    const call = pending.get(id);
    if (rendered !== undefined) return call?.onRendered?.(rendered);
    pending.delete(id);
    if (expected) call?.reject(new EventsiteError(expected.code, expected.message, { ...expected }));
    else if (error) call?.reject(Object.assign(new Error(error.message), error));
    else call?.resolve(result);
  });
  worker.on("error", failAll);
  worker.on("exit", () => failAll(new Error("A worker thread of the build ended before its work was done.")));
  const call = <Result>(
    method: WorkerCall["method"],
    parameters: readonly unknown[],
    onRendered?: PendingCall["onRendered"],
  ): Promise<Result> =>
    new Promise((resolve, reject) => {
      if (failure !== undefined) return reject(failure);
      lastId++;
      pending.set(lastId, { resolve: resolve as (value: unknown) => void, reject, onRendered });
      worker.postMessage({ id: lastId, method, parameters } satisfies WorkerCall);
    });
  return {
    open(setup) {
      worker.postMessage(setup);
      return {
        read: (...parameters) => call("read", parameters),
        resolve: (...parameters) => call("resolve", parameters),
        render(queue, job, onRendered) {
          const jobs = [];
          for (let next = queue.next(); next; next = queue.next()) jobs.push(next);
          return call("render", [jobs, job], onRendered);
        },
      };
    },
    async close() {
      worker.removeAllListeners("exit");
      await worker.terminate();
    },
  };
}
