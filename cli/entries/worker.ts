// The other end of a worker shard: runs the shard's methods as they are asked for, one at a time. The thread begins before its shard's
// setup is known: the first message brings it.
import { parentPort } from "node:worker_threads";
import { createShard, type Shard } from "./partition.ts";
import type { ShardCall, ShardOpening, ShardReply } from "./worker-partition.ts";

parentPort?.once("message", ({ setup }: ShardOpening) => {
  const shard = createShard(setup);
  parentPort?.on("message", (call: ShardCall) => answer(shard, call));
});

async function answer(shard: Shard, { id, method, parameters }: ShardCall): Promise<void> {
  try {
    const rendered = (pages: number) => parentPort?.postMessage({ id, rendered: pages } satisfies ShardReply);
    const run = shard[method] as (...parameters: readonly unknown[]) => Promise<unknown>;
    const result = await (method === "render" ? run(...parameters, undefined, rendered) : run(...parameters));
    parentPort?.postMessage({ id, result } satisfies ShardReply);
  } catch (error) {
    const { message, code, syscall, path } = error as NodeJS.ErrnoException;
    parentPort?.postMessage({ id, error: { message, code, syscall, path } } satisfies ShardReply);
  }
}
