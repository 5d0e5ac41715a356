// A bucket of Google Cloud Storage, through its JSON interface. Credentials come from Google's own client for them: GOOGLE_APPLICATION_CREDENTIALS,
// `gcloud auth application-default login`, or the machine. STORAGE_EMULATOR_HOST names an emulator, as for Google's programs; it gets none.

import { createHash, randomUUID } from "node:crypto";
import {
  type StoredFile,
  type StoreProblem,
  type TargetStore,
  TargetStoreError,
  type WriteCondition,
} from "./store.ts";
import type { Target } from "./target.ts";
import { explaining, loadPackage } from "./web-service.ts";

/** What is used of the client. */
interface AuthClient {
  GoogleAuth: new (options: { scopes: string }) => { getAccessToken(): Promise<string | null | undefined> };
}

const SCOPE = "https://www.googleapis.com/auth/devstorage.read_write";
const TIMEOUT_MS = 60_000;

interface GcsObject {
  readonly name: string;
  readonly generation: string;
  readonly metageneration: string;
  readonly size: string;
  readonly md5Hash?: string;
  readonly updated: string;
}

const FIELDS = "name,generation,metageneration,size,md5Hash,updated";

/** The endpoint is that of an emulator. */
export async function openGcs(
  { place, prefix, endpoint }: Pick<Target, "place" | "prefix" | "endpoint">,
  root: string,
): Promise<TargetStore> {
  const emulator = endpoint ?? process.env.STORAGE_EMULATOR_HOST;
  const service = (emulator ?? "https://storage.googleapis.com").replace(/^(?!https?:)/, "http://").replace(/\/+$/, "");
  const tokenOf = emulator === undefined ? await openTokens(root) : undefined;
  const objects = `/b/${encodeURIComponent(place)}/o`;
  const nameOf = (path: string) => encodeURIComponent(prefix + path);

  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const token = await tokenOf?.();
    const headers = { ...init.headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) };
    const answer = await fetch(service + path, { ...init, headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!answer.ok) throw Object.assign(new Error(await reasonIn(answer)), { status: answer.status });
    return answer;
  };
  const sendJson = async <Answer>(path: string, init?: RequestInit): Promise<Answer> => {
    const text = await (await send(path, init)).text();
    try {
      return JSON.parse(text) as Answer;
    } catch {
      throw new TargetStoreError("protocol", "Its answer is not a document of Google Cloud Storage");
    }
  };

  const store: TargetStore = {
    enforcesConditions: true,
    parallel: 16,
    list: async () => {
      const found = new Map<string, StoredFile>();
      let next: string | undefined = "";
      while (next !== undefined) {
        const query = new URLSearchParams({ prefix, maxResults: "1000", fields: `nextPageToken,items(${FIELDS})` });
        if (next !== "") query.set("pageToken", next);
        const page: { items?: GcsObject[]; nextPageToken?: string } = await sendJson(`/storage/v1${objects}?${query}`);
        for (const object of page.items ?? []) {
          const file = fileOf(object, prefix);
          found.set(file.path, file);
        }
        next = page.nextPageToken;
      }
      return found;
    },
    read: async (path) => {
      try {
        const answer = await send(`/storage/v1${objects}/${nameOf(path)}?alt=media`);
        const { headers } = answer;
        const bytes = Buffer.from(await answer.arrayBuffer());
        return { bytes, etag: `${headers.get("x-goog-generation")}.${headers.get("x-goog-metageneration")}` };
      } catch (error) {
        const { status, message } = error as Refused;
        if (status === 404 && !/bucket/i.test(message)) return undefined;
        throw error;
      }
    },
    write: async (path, bytes, { contentType, cacheControl }, condition) => {
      const md5Hash = createHash("md5").update(bytes).digest("base64");
      const { body, type } = multipart({ name: prefix + path, contentType, cacheControl, md5Hash }, bytes);
      const query = new URLSearchParams({ uploadType: "multipart", fields: FIELDS, ...conditionOf(condition) });
      const init = { method: "POST", body, headers: { "content-type": type } };
      return etagOf(await sendJson<GcsObject>(`/upload/storage/v1${objects}?${query}`, init));
    },
    delete: async (path) => {
      await send(`/storage/v1${objects}/${nameOf(path)}`, { method: "DELETE" }).catch((error: Refused) => {
        if (error.status !== 404) throw error;
      });
    },
  };
  return explaining(store, "bucket", refusalOf);
}

/** Tokens are kept, and fetched again in time, by Google's client. */
async function openTokens(root: string): Promise<() => Promise<string | undefined>> {
  const { GoogleAuth } = await loadPackage<AuthClient>("google-auth-library", root);
  const auth = new GoogleAuth({ scopes: SCOPE });
  return async () => {
    try {
      return (await auth.getAccessToken()) ?? undefined;
    } catch (error) {
      // The rest of its words may quote a file of keys.
      throw new TargetStoreError("credentials", "Google's client gave no token for this machine and user", error);
    }
  };
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

/** Its message is the service's reason; one without a status is of the network. */
interface Refused extends Error {
  readonly status?: number;
  readonly cause?: NodeJS.ErrnoException;
}

/** The service's own name for what was wrong, such as "rateLimitExceeded". */
async function reasonIn(answer: Response): Promise<string> {
  const text = await answer.text().catch(() => "");
  try {
    const { error } = JSON.parse(text) as { error?: { message?: string; errors?: { reason?: string }[] } };
    // Of its words only this is repeated: the rest may hold what was sent.
    const isBucket = /bucket does not exist/i.test(error?.message ?? "");
    return isBucket ? "noSuchBucket" : (error?.errors?.[0]?.reason ?? "");
  } catch {
    return "";
  }
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
  // Other programs answer with pages of their own.
  const missing = code === "" ? "protocol" : "conflict";
  return { code, status, problem: PROBLEMS[code] ?? (call === "list" ? "bucket" : missing) };
};
