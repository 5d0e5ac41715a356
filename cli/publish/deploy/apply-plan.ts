// A plan → the store, in the order in which visitors never miss a file: copies for a rollback, assets, pages, the sitemap.
import { mapParallel } from "../../config/parallel.ts";
import type { ReportProgress } from "../../diagnostics/progress.ts";
import { countProgress } from "../../diagnostics/progress.ts";
import { headersOf } from "../../emit/file-headers.ts";
import { keptPath, type PublishedFile } from "./ledger.ts";
import { type Plan, phasesOf } from "./plan-deploy.ts";
import type { Store } from "./store.ts";

export interface ApplyOptions {
  readonly signal: AbortSignal;
  readonly onProgress: ReportProgress;
  /** The content of a file that is not kept in the target. */
  readonly readFile: (file: PublishedFile) => Promise<Buffer>;
}

/** Everything but the deletions. Gives the files of the plan with the etags that they have now. */
export async function applyUploads(
  store: Store,
  plan: Plan,
  { signal, onProgress, readFile }: ApplyOptions,
): Promise<PublishedFile[]> {
  const done = countProgress("uploads", plan.uploads.length, onProgress);
  const etags = new Map<string, string>();
  const atOnce = store.parallel;
  await mapParallel(plan.keeps, { atOnce, signal }, async ({ path, sha256, fileClass }) => {
    await store.copy(path, keptPath(sha256), headersOf(path, fileClass));
  });
  for (const phase of phasesOf(plan.uploads))
    await mapParallel(phase, { atOnce, signal }, async ({ file, isKept }) => {
      const headers = { ...headersOf(file.path, file.fileClass), redirectTo: file.redirectTo };
      const etag = isKept
        ? await store.copy(keptPath(file.sha256), file.path, headers)
        : await store.write(file.path, await readFile(file), headers);
      etags.set(file.path, etag);
      done();
    });
  return plan.files.map((file) => ({ ...file, etag: etags.get(file.path) ?? file.etag }));
}

export const applyDeletions = (store: Store, { deletions }: Plan, signal: AbortSignal): Promise<unknown> =>
  mapParallel(deletions, { atOnce: store.parallel, signal }, (path) => store.delete(path));
