// A pool for Vitest that keeps the process of its tests from one run to the next: with the program loaded already, a change costs its tests
// and little more. A process and not a thread, since the relay sets the umask, which no thread may.
import { ForksPoolWorker, type InlineConfig, type PoolWorker } from "vitest/node";

type Pool = Exclude<NonNullable<InlineConfig["pool"]>, string>;
type Options = Parameters<Pool["createPoolWorker"]>[0];

interface Kept {
  readonly process: ForksPoolWorker;
  runs: number;
  isSpent: boolean;
}

/** A new process begins after so many runs, whatever they may have left behind. */
const RUNS = 40;

export function keptProcess(): Pool {
  let kept: Kept | null = null;
  process.once("exit", () => void kept?.process.stop());

  const takeProcess = async (options: Options): Promise<Kept> => {
    const isChanged = changesLoading(options);
    if (kept !== null && (isChanged || kept.isSpent || kept.runs >= RUNS)) {
      const { process } = kept;
      kept = null;
      await process.stop();
    }
    if (kept === null) {
      const begun: Kept = { process: new ForksPoolWorker(options), runs: 0, isSpent: false };
      await begun.process.start();
      // A library may end it: SQLite's does where a change closes a store too early.
      begun.process.on("exit", () => {
        if (kept === begun) kept = null;
      });
      kept = begun;
    }
    kept.runs += 1;
    kept.isSpent ||= isChanged;
    return kept;
  };

  return {
    name: "kept-process",
    createPoolWorker(options) {
      let mine: Kept | null = null;
      const listeners: { readonly event: string; readonly listener: (message: unknown) => void }[] = [];
      const taken = (): Kept => {
        if (mine === null) throw new Error("no process is taken");
        return mine;
      };
      const worker: PoolWorker = {
        name: "kept-process",
        async start() {
          mine = await takeProcess(options);
          worker.on("message", (message) => {
            if (goesOn(message)) taken().isSpent = true;
          });
        },
        on(event, listener) {
          listeners.push({ event, listener });
          taken().process.on(event, listener);
        },
        off(event, listener) {
          taken().process.off(event, listener);
        },
        send(message) {
          if (message.type !== "stop") return taken().process.send(message);
          const stopped = { __vitest_worker_response__: true, type: "stopped" };
          for (const { event, listener } of listeners) if (event === "message") queueMicrotask(() => listener(stopped));
        },
        async stop() {
          for (const { event, listener } of listeners) taken().process.off(event, listener);
        },
        deserialize: (data) => data,
      };
      return worker;
    },
  };
}

/** What runs while modules are loaded must be changed before they are, and is of no use afterwards. */
const changesLoading = ({ project }: Options): boolean => {
  const { mode, mutantActivation } = project.getProvidedContext() as { mode?: string; mutantActivation?: string };
  return mode !== "mutant" || mutantActivation === "static";
};

/** An error outside of a test, or one that took too long: what it left running may disturb others. */
const goesOn = (message: unknown): boolean => {
  const { m: method, a: values } = message as { readonly m?: string; readonly a?: unknown };
  if (method === "onUnhandledError") return true;
  return method === "onTaskUpdate" && /(?:Test|Hook) timed out in/.test(JSON.stringify(values));
};
