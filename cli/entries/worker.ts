// The worker side of a partition: runs its methods as they are called, one at a time. The thread starts before its setup is known:
// the first message brings it.
import { parentPort } from "node:worker_threads";
import type { WorkerCall, WorkerOpening, WorkerReply } from "./entry-worker.ts";
import { createPartition, type Partition } from "./partition.ts";

parentPort?.once("message", ({ setup }: WorkerOpening) => {
  const partition = createPartition(setup);
  parentPort?.on("message", (call: WorkerCall) => answer(partition, call));
});

async function answer(partition: Partition, { id, method, parameters }: WorkerCall): Promise<void> {
  try {
    const rendered = (pages: number) => parentPort?.postMessage({ id, rendered: pages } satisfies WorkerReply);
    const run = partition[method] as (...parameters: readonly unknown[]) => Promise<unknown>;
    const result = await (method === "render" ? run(...parameters, undefined, rendered) : run(...parameters));
    parentPort?.postMessage({ id, result } satisfies WorkerReply);
  } catch (error) {
    const { message, code, syscall, path } = error as NodeJS.ErrnoException;
    parentPort?.postMessage({ id, error: { message, code, syscall, path } } satisfies WorkerReply);
  }
}
