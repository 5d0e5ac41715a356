// Files that take long to make: each when a page requests it, and the rest one after the other while the server is idle.

import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { asBuildFailure } from "../diagnostics/as-build-failure.ts";
import { BuildFailedError, type Diagnostic } from "../diagnostics/diagnostic.ts";
import type { OutputFile, PlannedFile } from "../emit/output-file.ts";

/** A page requests its pictures one after the other: the rest waits this long after the last request. */
const QUIET_MS = 200;

interface OnDemandFilesJob {
  /** Resolves when no build runs. */
  idle(): Promise<void>;
  /** Inspects a picture of which only the header is known; false where there is none. */
  inspectNext(): Promise<boolean>;
  /** A file could not be made, or a retry succeeded. */
  onProblems(): void;
  /** All files are there; `made` says how many were not before. */
  onComplete(made: number): void;
}

export function createOnDemandFiles({ idle, inspectNext, onProblems, onComplete }: OnDemandFilesJob) {
  const making = new Map<string, Promise<OutputFile>>();
  const failed = new Map<string, readonly Diagnostic[]>();
  /** Keys of files that are in the cache. */
  const ready = new Set<string>();
  let planned: ReadonlyMap<string, PlannedFile> = new Map();
  let isWorking = false;
  let isNew = false;
  let requests = 0;
  let askedAt = 0;
  let isClosed = false;

  const makeOnce = (plan: PlannedFile): Promise<OutputFile> => {
    const running = making.get(plan.key) ?? plan.make().finally(() => making.delete(plan.key));
    making.set(plan.key, running);
    return running;
  };

  const make = async (plan: PlannedFile): Promise<OutputFile> => {
    try {
      const file = await asBuildFailure(async () => plan.find() ?? (await makeOnce(plan)));
      ready.add(plan.key);
      if (failed.delete(plan.path)) onProblems();
      return file;
    } catch (error) {
      if (!isClosed) {
        failed.set(plan.path, diagnosticsOf(error, plan.path));
        onProblems();
      }
      throw new BuildFailedError(diagnosticsOf(error, plan.path));
    }
  };

  const quiet = async () => {
    await setImmediate();
    for (;;) {
      await idle();
      const wait = requests > 0 ? QUIET_MS : askedAt + QUIET_MS - performance.now();
      if (isClosed || wait <= 0) return;
      await sleep(wait, undefined, { ref: false });
    }
  };

  const next = () => {
    for (const plan of planned.values()) if (!ready.has(plan.key) && !failed.has(plan.path)) return plan;
    return undefined;
  };

  const work = async () => {
    let made = 0;
    for (;;) {
      await quiet();
      if (isClosed) return;
      try {
        if (await inspectNext()) continue;
      } catch (error) {
        failed.set("", diagnosticsOf(error, "A picture"));
        onProblems();
      }
      const plan = next();
      if (!plan) break;
      if (!plan.find()) made++;
      await make(plan).catch(() => {});
    }
    if (failed.size === 0 && !isNew) onComplete(made);
  };

  const start = async () => {
    isWorking = true;
    while (isNew && !isClosed) {
      isNew = false;
      await work();
    }
    isWorking = false;
  };

  return {
    /** Called after each build with the files of the site; undefined where the build failed. */
    follow(files: readonly PlannedFile[] | undefined): void {
      if (files) planned = new Map(files.map((file) => [file.path, file]));
      failed.clear();
      askedAt = performance.now();
      isNew = true;
      if (!isWorking) void start();
    },
    has: (path: string): boolean => planned.has(path),
    /** undefined where there is no such file. Rejects with BuildFailedError where it cannot be made. */
    async file(path: string): Promise<OutputFile | undefined> {
      const plan = planned.get(path);
      if (!plan) return undefined;
      requests++;
      try {
        return await make(plan);
      } finally {
        requests--;
        askedAt = performance.now();
      }
    },
    /** Whether all files are made. */
    isComplete: () => [...planned.values()].every((plan) => ready.has(plan.key) || plan.find()),
    problems: () => [...failed.values()].flat(),
    /** Does not wait for the encoder. */
    close(): void {
      isClosed = true;
    },
  };
}

function diagnosticsOf(error: unknown, what: string): readonly Diagnostic[] {
  if (error instanceof BuildFailedError) return error.diagnostics;
  const message = `${what} could not be made: ${error instanceof Error ? error.message : String(error)}`;
  const hint = "open the picture in a picture editor and export it again";
  return [{ code: "CONTENT_IMAGE_UNREADABLE", severity: "error", message, hint }];
}
