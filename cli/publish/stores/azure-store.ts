// A container of Azure Blob Storage, such as $web of a static website. Credentials come from AZURE_STORAGE_CONNECTION_STRING, or from
// AZURE_STORAGE_KEY or AZURE_STORAGE_SAS_TOKEN for the account that the target names.

import { createHash } from "node:crypto";
import {
  type StoredFile,
  type StoreProblem,
  type TargetStore,
  TargetStoreError,
  type WriteCondition,
} from "./store.ts";
import type { Target } from "./target.ts";
import { bareEtag, explaining, loadPackage } from "./web-service.ts";

/** Default of the endpoint: https://ACCOUNT.blob.core.windows.net */
export type AzurePlace = Pick<Target, "account" | "place" | "prefix" | "endpoint">;

/** The part of the client that is used. */
interface BlobClient {
  upload(body: Buffer, length: number, options: object): Promise<{ readonly etag?: string }>;
  downloadToBuffer(): Promise<Buffer>;
  getProperties(): Promise<{ readonly etag?: string; readonly contentLength?: number }>;
  deleteIfExists(): Promise<unknown>;
}
interface BlobProperties {
  readonly etag?: string;
  readonly lastModified: Date;
  readonly contentLength?: number;
  readonly contentMD5?: Uint8Array;
}
interface ServiceClient {
  getContainerClient(name: string): {
    getBlockBlobClient(name: string): BlobClient;
    listBlobsFlat(options: { prefix: string }): AsyncIterable<{ name: string; properties: BlobProperties }>;
  };
}
interface AzureClient {
  BlobServiceClient: {
    new (url: string, credential: unknown, options: object): ServiceClient;
    fromConnectionString(text: string, options: object): ServiceClient;
  };
  StorageSharedKeyCredential: new (account: string, key: string) => unknown;
  AnonymousCredential: new () => unknown;
}

/** The caller retries, in the same way for all stores. */
const CLIENT = { retryOptions: { maxTries: 1, tryTimeoutInMs: 30_000 } };

export async function openAzure({ account, place, prefix, endpoint }: AzurePlace, root: string): Promise<TargetStore> {
  const sdk = await loadPackage<AzureClient>("@azure/storage-blob", root);
  const service = connect(sdk, account, endpoint);
  const blobs = service.getContainerClient(place);
  const blobOf = (path: string) => blobs.getBlockBlobClient(prefix + path);

  const bytesOf = async (path: string) => {
    const { etag, contentLength } = await blobOf(path).getProperties();
    const bytes = contentLength === 0 ? Buffer.alloc(0) : await blobOf(path).downloadToBuffer();
    return { bytes, etag: bareEtag(etag) };
  };
  const uploadBlob = async (path: string, bytes: Buffer, type: string, cache: string, condition?: WriteCondition) => {
    const conditions = condition && ("absent" in condition ? { ifNoneMatch: "*" } : { ifMatch: `"${condition.etag}"` });
    const md5 = createHash("md5").update(bytes).digest();
    const { etag } = await blobOf(path).upload(bytes, bytes.length, {
      conditions,
      blobHTTPHeaders: { blobContentType: type, blobCacheControl: cache, blobContentMD5: md5 },
    });
    return bareEtag(etag);
  };

  const store: TargetStore = {
    enforcesConditions: true,
    parallel: 16,
    list: async () => {
      const files = new Map<string, StoredFile>();
      for await (const { name, properties } of blobs.listBlobsFlat({ prefix })) {
        const path = name.slice(prefix.length);
        const { etag, contentLength = 0, contentMD5, lastModified } = properties;
        const md5 = contentMD5 && { md5: Buffer.from(contentMD5).toString("hex") };
        files.set(path, {
          path,
          size: contentLength,
          etag: bareEtag(etag),
          ...md5,
          modifiedAt: lastModified.getTime(),
        });
      }
      return files;
    },
    read: async (path) => {
      try {
        return await bytesOf(path);
      } catch (error) {
        // The answer to a HEAD request has no body, and so sometimes no code.
        const { statusCode, code } = error as AzureError;
        if (statusCode === 404 && code !== "ContainerNotFound") return undefined;
        throw error;
      }
    },
    write: (path, bytes, { contentType, cacheControl }, condition) =>
      uploadBlob(path, bytes, contentType, cacheControl, condition),
    delete: async (path) => {
      await blobOf(path).deleteIfExists();
    },
  };
  return explaining(store, "container", refusalOf);
}

function connect(sdk: AzureClient, account: string, endpoint: string | undefined): ServiceClient {
  const { AZURE_STORAGE_CONNECTION_STRING, AZURE_STORAGE_KEY, AZURE_STORAGE_SAS_TOKEN } = process.env;
  const url = endpoint ?? `https://${account}.blob.core.windows.net`;
  try {
    if (AZURE_STORAGE_CONNECTION_STRING) {
      const accountName = /AccountName=([^;]+)/.exec(AZURE_STORAGE_CONNECTION_STRING)?.[1];
      if (accountName !== undefined && accountName !== account)
        throw new TargetStoreError(
          "credentials",
          `AZURE_STORAGE_CONNECTION_STRING is for the account "${accountName}"`,
        );
      return sdk.BlobServiceClient.fromConnectionString(AZURE_STORAGE_CONNECTION_STRING, CLIENT);
    }
    if (AZURE_STORAGE_KEY)
      return new sdk.BlobServiceClient(url, new sdk.StorageSharedKeyCredential(account, AZURE_STORAGE_KEY), CLIENT);
    if (AZURE_STORAGE_SAS_TOKEN) {
      const token = AZURE_STORAGE_SAS_TOKEN.replace(/^\?/, "");
      return new sdk.BlobServiceClient(`${url}?${token}`, new sdk.AnonymousCredential(), CLIENT);
    }
  } catch (error) {
    // The message may quote a wrong connection string, so it is not repeated.
    throw error instanceof TargetStoreError ? error : new TargetStoreError("credentials", "They are not in their form");
  }
  throw new TargetStoreError("credentials", "No variable has them");
}

interface AzureError extends Error {
  readonly statusCode?: number;
  readonly code?: string;
  /** The header x-ms-error-code, for an answer without a body. */
  readonly details?: { readonly errorCode?: string };
}

/** Problems that the status does not show. */
const PROBLEMS: Readonly<Record<string, StoreProblem>> = {
  AuthenticationFailed: "credentials",
  BlobNotFound: "conflict",
  ContainerBeingDeleted: "bucket",
  ContainerNotFound: "bucket",
  ENOTFOUND: "unreachable",
  InvalidAuthenticationInfo: "credentials",
  InvalidResourceName: "bucket",
  Md5Mismatch: "transfer",
  REQUEST_SEND_ERROR: "unreachable",
};

const refusalOf: Parameters<typeof explaining>[2] = (refusal) => {
  const error = refusal as AzureError;
  const { statusCode: status, code = error.details?.errorCode ?? error.name } = error;
  if (code === "AuthenticationFailed" && /request date header|not within|clock/i.test(error.message))
    return { code, status, problem: "clock" };
  return { code, status, problem: PROBLEMS[code] ?? problemOfStatus(status) };
};

function problemOfStatus(status: number | undefined): StoreProblem | undefined {
  if (status === undefined) return "unreachable";
  return status === 404 || status < 300 ? "protocol" : undefined;
}
