import { openAzure } from "./azure-store.ts";
import { openFolder } from "./folder-store.ts";
import { openGcs } from "./gcs-store.ts";
import { openS3 } from "./s3-store.ts";
import type { Store } from "./store.ts";
import { explainingStore } from "./store-problems.ts";
import type { Target } from "./target.ts";

const OPENERS = { azure: openAzure, gcs: openGcs, s3: openS3, folder: ({ place }: Target) => openFolder(place) };

export const openStore = (target: Target, root: string): Promise<Store> => OPENERS[target.kind](target, root);

/** Runs the work on a target's store. Rejects with BuildFailedError where the store refuses. */
export const withStore = <Result>(
  target: Target,
  root: string,
  run: (store: Store) => Promise<Result>,
): Promise<Result> =>
  explainingStore(target, async () => {
    const store = await openStore(target, root);
    return run(store).finally(() => store.close?.());
  });
