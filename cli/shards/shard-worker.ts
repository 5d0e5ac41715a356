// The other end of a worker shard: runs the shard's methods as they are asked for, one at a time.
import { parentPort, workerData } from "node:worker_threads";
import { createShard, type ShardSetup } from "./shard.ts";
import type { ShardCall, ShardReply } from "./worker-shard.ts";

const shard = createShard(workerData as ShardSetup);

parentPort?.on("message", async ({ id, method, parameters }: ShardCall) => {
  try {
    const rendered = (pages: number) => parentPort?.postMessage({ id, rendered: pages } satisfies ShardReply);
    const run = shard[method] as (...parameters: readonly unknown[]) => Promise<unknown>;
    const result = await (method === "render" ? run(...parameters, undefined, rendered) : run(...parameters));
    parentPort?.postMessage({ id, result } satisfies ShardReply);
  } catch (error) {
    const { message, code, syscall, path } = error as NodeJS.ErrnoException;
    parentPort?.postMessage({ id, error: { message, code, syscall, path } } satisfies ShardReply);
  }
});
