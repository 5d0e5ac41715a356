import { openAzure } from "./azure-store.ts";
import { openFolder } from "./folder-store.ts";
import { openGcs } from "./gcs-store.ts";
import { openS3 } from "./s3-store.ts";
import type { Store } from "./store.ts";
import { explainingStore } from "./store-problems.ts";
import type { Target } from "./target.ts";

export function openStore({ kind, account, place, prefix, endpoint, region }: Target, root: string): Promise<Store> {
  switch (kind) {
    case "folder":
      return openFolder(place);
    case "azure":
      return openAzure({ account, container: place, prefix, endpoint, root });
    case "gcs":
      return openGcs({ bucket: place, prefix, endpoint, root });
    case "s3":
      return openS3({ bucket: place, prefix, endpoint, region, root });
  }
}

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
