import { openAzure } from "./azure-store.ts";
import { openFolder } from "./folder-store.ts";
import { openGcs } from "./gcs-store.ts";
import { openS3 } from "./s3-store.ts";
import type { Store } from "./store.ts";
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
