import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { PartitionSetup } from "./page-job.ts";
import type { Partition } from "./partition.ts";

/** Sent once, before any call. */
export interface WorkerOpening {
  readonly setup: PartitionSetup;
}

export interface WorkerCall {
  readonly id: number;
  readonly method: "load" | "resolve" | "render";
  readonly parameters: readonly unknown[];
}

export interface WorkerReply {
  readonly id: number;
  /** Progress of a call: how many pages it has rendered. */
  readonly rendered?: number;
  readonly result?: unknown;
  readonly error?: {
    readonly message: string;
    readonly code?: string;
    readonly syscall?: string;
    readonly path?: string;
  };
}

interface WaitingCall {
  resolve(value: unknown): void;
  reject(error: unknown): void;
  readonly rendered: ((pages: number) => void) | undefined;
}

const workerFile = fileURLToPath(new URL("./entry-worker.mjs", import.meta.url));

/** Whether this program was compiled with its worker. Sources that run directly, as in unit tests, have none. */
export const hasWorker = (): boolean => existsSync(workerFile);

/** A thread that loads its program before the setup of its partition is known. */
export interface EntryWorker {
  /** Once only. */
  open(setup: PartitionSetup): Partition;
  close(): Promise<void>;
}

export function startThread(): EntryWorker {
  const worker = new Worker(workerFile);
  const waiting = new Map<number, WaitingCall>();
  let lastId = 0;
  let failure: unknown;
  const failAll = (error: unknown) => {
    failure ??= error;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on("message", ({ id, result, rendered, error }: WorkerReply) => {
    const call = waiting.get(id);
    if (rendered !== undefined) return call?.rendered?.(rendered);
    waiting.delete(id);
    if (error) call?.reject(Object.assign(new Error(error.message), error));
    else call?.resolve(result);
  });
  worker.on("error", failAll);
  worker.on("exit", () => failAll(new Error("A worker thread of the build ended before its work was done.")));
  const call = <Result>(
    method: WorkerCall["method"],
    parameters: readonly unknown[],
    rendered?: WaitingCall["rendered"],
  ): Promise<Result> =>
    new Promise((resolve, reject) => {
      if (failure !== undefined) return reject(failure);
      lastId++;
      waiting.set(lastId, { resolve: resolve as (value: unknown) => void, reject, rendered });
      worker.postMessage({ id: lastId, method, parameters } satisfies WorkerCall);
    });
  const close = async () => {
    worker.removeAllListeners("exit");
    await worker.terminate();
  };
  return {
    open(setup) {
      worker.postMessage({ setup } satisfies WorkerOpening);
      return {
        load: (sources, options, index) => call("load", [sources, options, index]),
        resolve: (index) => call("resolve", [index]),
        render: (job, _eager, rendered) => call("render", [job], rendered),
      };
    },
    close,
  };
}
