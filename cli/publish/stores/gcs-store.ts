// A bucket of Google Cloud Storage, through its JSON interface.

import { createHash, randomUUID } from "node:crypto";
import { connectGcs, type GcsService, type Refused } from "./gcs-service.ts";
import type { StoredContent, StoredFile, StoredHeaders, StoreProblem, TargetStore, WriteCondition } from "./store.ts";
import type { Target } from "./target.ts";
import { explaining } from "./web-service.ts";

interface GcsObject {
  readonly name: string;
  readonly generation: string;
  readonly metageneration: string;
  readonly size: string;
  readonly md5Hash?: string;
  readonly updated: string;
}

const FIELDS = "name,generation,metageneration,size,md5Hash,updated";

/** A place in a bucket, and the connection to it. */
interface GcsBucket {
  readonly service: GcsService;
  /** The address of its objects. */
  readonly objects: string;
  readonly prefix: string;
}

/** `endpoint` is that of an emulator. */
export async function openGcs(
  { place, prefix, endpoint }: Pick<Target, "place" | "prefix" | "endpoint">,
  root: string,
): Promise<TargetStore> {
  const service = await connectGcs(endpoint, root);
  const bucket: GcsBucket = { service, objects: `/b/${encodeURIComponent(place)}/o`, prefix };
  const store: TargetStore = {
    enforcesConditions: true,
    parallel: 16,
    list: () => listObjects(bucket),
    read: (path) => readObject(bucket, path),
    write: (path, bytes, headers, condition) => writeObject(bucket, path, bytes, headers, condition),
    delete: (path) => deleteObject(bucket, path),
  };
  return explaining(store, "bucket", refusalOf);
}

const objectAt = ({ objects, prefix }: GcsBucket, path: string): string =>
  `/storage/v1${objects}/${encodeURIComponent(prefix + path)}`;

async function listObjects({ service, objects, prefix }: GcsBucket): Promise<ReadonlyMap<string, StoredFile>> {
  const files = new Map<string, StoredFile>();
  let next: string | undefined = "";
  while (next !== undefined) {
    const query = new URLSearchParams({ prefix, maxResults: "1000", fields: `nextPageToken,items(${FIELDS})` });
    if (next !== "") query.set("pageToken", next);
    const page: { items?: GcsObject[]; nextPageToken?: string } = await service.sendJson(
      `/storage/v1${objects}?${query}`,
    );
    for (const object of page.items ?? []) {
      const file = fileOf(object, prefix);
      files.set(file.path, file);
    }
    next = page.nextPageToken;
  }
  return files;
}

async function readObject(bucket: GcsBucket, path: string): Promise<StoredContent | undefined> {
  try {
    const answer = await bucket.service.send(`${objectAt(bucket, path)}?alt=media`);
    const { headers } = answer;
    const bytes = Buffer.from(await answer.arrayBuffer());
    return { bytes, etag: `${headers.get("x-goog-generation")}.${headers.get("x-goog-metageneration")}` };
  } catch (error) {
    const { status, message } = error as Refused;
    if (status === 404 && !/bucket/i.test(message)) return undefined;
    throw error;
  }
}

/** Returns the new etag. */
async function writeObject(
  { service, objects, prefix }: GcsBucket,
  path: string,
  bytes: Buffer,
  { contentType, cacheControl }: StoredHeaders,
  condition: WriteCondition | undefined,
): Promise<string> {
  const md5Hash = createHash("md5").update(bytes).digest("base64");
  const { body, type } = multipart({ name: prefix + path, contentType, cacheControl, md5Hash }, bytes);
  const query = new URLSearchParams({ uploadType: "multipart", fields: FIELDS, ...conditionOf(condition) });
  const init = { method: "POST", body, headers: { "content-type": type } };
  return etagOf(await service.sendJson<GcsObject>(`/upload/storage/v1${objects}?${query}`, init));
}

async function deleteObject(bucket: GcsBucket, path: string): Promise<void> {
  await bucket.service.send(objectAt(bucket, path), { method: "DELETE" }).catch((error: Refused) => {
    if (error.status !== 404) throw error;
  });
}

const etagOf = ({ generation, metageneration }: GcsObject): string => `${generation}.${metageneration}`;

const fileOf = (object: GcsObject, prefix: string): StoredFile => ({
  path: object.name.slice(prefix.length),
  size: Number(object.size),
  etag: etagOf(object),
  ...(object.md5Hash !== undefined && { md5: Buffer.from(object.md5Hash, "base64").toString("hex") }),
  modifiedAt: Date.parse(object.updated),
});

/** Generation 0 is that of an object that does not exist. */
const conditionOf = (condition: WriteCondition | undefined): Record<string, string> =>
  condition === undefined
    ? {}
    : { ifGenerationMatch: "absent" in condition ? "0" : (condition.etag.split(".")[0] ?? "") };

/** The properties of an object and its content in one request: it appears with both at once. */
function multipart(properties: object, bytes: Buffer): { readonly body: Buffer<ArrayBuffer>; readonly type: string } {
  const boundary = `eventsite-${randomUUID()}`;
  const head = `--${boundary}\r\ncontent-type: application/json; charset=utf-8\r\n\r\n${JSON.stringify(properties)}\r\n--${boundary}\r\ncontent-type: application/octet-stream\r\n\r\n`;
  return {
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    type: `multipart/related; boundary=${boundary}`,
  };
}

const PROBLEMS: Readonly<Record<string, StoreProblem>> = {
  noSuchBucket: "bucket",
  rateLimitExceeded: "throttled",
  userRateLimitExceeded: "throttled",
  quotaExceeded: "full",
};

const refusalOf: Parameters<typeof explaining>[2] = (error, call) => {
  const { status, message: code, cause, name } = error as Refused;
  if (status === undefined) return { code: cause?.code ?? name, problem: "unreachable" };
  if (status !== 404) return { code, status, problem: PROBLEMS[code] ?? (status === 408 ? "transfer" : undefined) };
  // Other programs answer with pages, not with the protocol's documents.
  const problem = code === "" ? "protocol" : "conflict";
  return { code, status, problem: PROBLEMS[code] ?? (call === "list" ? "bucket" : problem) };
};
