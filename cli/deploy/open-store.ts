import { openFolder } from "./folder-store.ts";
import { openS3 } from "./s3-store.ts";
import type { Store } from "./store.ts";
import type { Target } from "./target.ts";

export const openStore = ({ kind, place, prefix, endpoint, region }: Target, root: string): Promise<Store> =>
  kind === "folder" ? openFolder(place) : openS3({ bucket: place, prefix, endpoint, region, root });
