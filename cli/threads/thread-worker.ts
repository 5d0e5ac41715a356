// The other side of `worker.ts`: a thread, started early, and its methods as calls that are sent to it.

import { existsSync } from "node:fs";
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
  /** Progress of a call: how many pages it has rendered. */
  readonly rendered?: number;
  readonly result?: unknown;
  readonly error?: Pick<NodeJS.ErrnoException, "message" | "code" | "syscall" | "path">;
  /** An error for people. */
  readonly expected?: Pick<EventsiteError, "code" | "message" | "hint">;
}

interface PendingCall {
  resolve(value: unknown): void;
  reject(error: unknown): void;
  readonly onRendered: ((pages: number) => void) | undefined;
}

const workerFile = fileURLToPath(new URL("./entry-worker.mjs", import.meta.url));

/** Whether this program was compiled with its worker. Sources that run directly, as in unit tests, have none. */
export const hasWorker = (): boolean => existsSync(workerFile);

export type ThreadWorker = ReturnType<typeof startWorker>;

/** A thread that loads its program before its setup is known. */
export function startWorker() {
  // Parsing leaves much garbage: with more room for it a thread is no faster, and takes 45 MB more at 1,000 pages.
  const worker = new Worker(workerFile, { resourceLimits: { maxYoungGenerationSizeMb: 16 } });
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
    /** Once only, before any call. */
    open(setup: ThreadSetup): EntryThread {
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
    async close(): Promise<void> {
      worker.removeAllListeners("exit");
      await worker.terminate();
    },
  };
}
