// A store in memory, with a hook before every change: what a deploy does can be watched, stopped and repeated, operation by operation.
import { createHash } from "node:crypto";
import type { FileHeaders } from "../../../cli/hosting/file-headers.ts";
import { type StoredFile, type TargetStore, TargetStoreError } from "../../../cli/publish/stores/store.ts";

export interface StoredObject extends StoredFile {
  readonly bytes: Buffer;
  readonly headers: FileHeaders | undefined;
}

export interface MemoryStore extends TargetStore {
  readonly objects: Map<string, StoredObject>;
  /** "list", "read PATH", "write PATH", "delete PATH". */
  readonly calls: string[];
  /** Called before each call; throws to stop it. */
  onCall: (call: string) => void;
  /** As somebody else would write it. */
  set(path: string, text: string): void;
}

export function memoryStore(): MemoryStore {
  const objects = new Map<string, StoredObject>();
  let writes = 0;
  const put = (path: string, bytes: Buffer, headers?: FileHeaders): string => {
    const md5 = createHash("md5").update(bytes).digest("hex");
    const etag = `${md5}-${++writes}`;
    objects.set(path, { path, size: bytes.length, etag, md5, modifiedAt: writes * 10_000, bytes, headers });
    return etag;
  };
  const store: MemoryStore = {
    objects,
    calls: [],
    onCall() {},
    set: (path, text) => void put(path, Buffer.from(text)),
    enforcesConditions: true,
    parallel: 1,
    async list() {
      note("list");
      return new Map(objects);
    },
    async read(path) {
      note(`read ${path}`);
      return objects.get(path);
    },
    async write(path, bytes, headers, condition) {
      note(`write ${path}`);
      const found = objects.get(path);
      const holds =
        condition === undefined || ("absent" in condition ? found === undefined : found?.etag === condition.etag);
      if (!holds) throw new TargetStoreError("conflict", path);
      return put(path, bytes, headers);
    },
    async delete(path) {
      note(`delete ${path}`);
      objects.delete(path);
    },
  };
  const note = (call: string) => {
    store.onCall(call);
    store.calls.push(call);
  };
  return store;
}
