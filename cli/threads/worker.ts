// The worker side of a thread. It runs methods as they are called, one at a time. The first message has the setup.

import { parentPort } from "node:worker_threads";
import { EventsiteError } from "../diagnostics/diagnostic.ts";
import type { PageJob, RenderJob, ThreadSetup } from "../render/page-job.ts";
import { queueOf } from "../render/page-queue.ts";
import { createThread, type EntryThread } from "./thread.ts";
import type { WorkerCall, WorkerReply } from "./thread-worker.ts";

const reply = (message: WorkerReply) => parentPort?.postMessage(message);

parentPort?.once("message", (setup: ThreadSetup) => {
  const thread = createThread(setup);
  parentPort?.on("message", (call: WorkerCall) => answer(thread, call));
});

async function answer(thread: EntryThread, { id, method, parameters }: WorkerCall): Promise<void> {
  try {
    if (method === "read")
      return reply({ id, result: await thread.read(...(parameters as Parameters<EntryThread["read"]>)) });
    if (method === "resolve")
      return reply({ id, result: await thread.resolve(...(parameters as Parameters<EntryThread["resolve"]>)) });
    const [jobs, job] = parameters as [readonly PageJob[], RenderJob];
    reply({ id, result: await thread.render(queueOf(jobs), job, (rendered) => reply({ id, rendered })) });
  } catch (thrown) {
    const { message, code, syscall, path } = thrown as NodeJS.ErrnoException;
    if (thrown instanceof EventsiteError) reply({ id, expected: { message, code: thrown.code, hint: thrown.hint } });
    else reply({ id, error: { message, code, syscall, path } });
  }
}
