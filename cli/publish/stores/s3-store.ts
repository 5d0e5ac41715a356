// A bucket of AWS, or of any service with the same protocol. Credentials come from the client's variables, files and roles.

import { createHash } from "node:crypto";
import type { S3Client, S3ServiceException } from "@aws-sdk/client-s3";
import {
  type StoredContent,
  type StoredFile,
  type StoredHeaders,
  type StoreProblem,
  type TargetStore,
  TargetStoreError,
  type WriteCondition,
} from "./store.ts";
import type { Target } from "./target.ts";
import { bareEtag, explaining, loadPackage } from "./web-service.ts";

export type S3Place = Pick<Target, "place" | "prefix" | "endpoint" | "region">;

const PACKAGE = "@aws-sdk/client-s3";
const CONNECT_MS = 5_000;
/** The limit without a byte in either direction. */
const IDLE_MS = 30_000;

type Sdk = typeof import("@aws-sdk/client-s3");

/** A place in a bucket, and the connection to it. */
interface S3Bucket {
  readonly sdk: Sdk;
  readonly client: S3Client;
  readonly name: string;
  readonly prefix: string;
}

export async function openS3(target: S3Place, root: string): Promise<TargetStore> {
  // This notice is for developers of the client. People who publish a site cannot act on it.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true";
  const sdk = await loadPackage<Sdk>(PACKAGE, root);
  const bucket: S3Bucket = { sdk, client: connect(sdk, target), name: target.place, prefix: target.prefix };
  const store: TargetStore = {
    enforcesConditions: target.endpoint === undefined,
    parallel: 16,
    list: () => listObjects(bucket),
    read: (path) => readObject(bucket, path),
    write: (path, bytes, headers, condition) => writeObject(bucket, path, bytes, headers, condition),
    delete: async (path) => {
      await bucket.client.send(new sdk.DeleteObjectCommand(keyOf(bucket, path)));
    },
    close: async () => bucket.client.destroy(),
  };
  return explaining(store, "bucket", refusalOf, (error) => (error as Error).name === CLOCK);
}

const connect = (sdk: Sdk, { endpoint, region }: S3Place): S3Client =>
  new sdk.S3Client({
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    region: region ?? process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION ?? "us-east-1",
    followRegionRedirects: endpoint === undefined,
    // The caller retries, in the same way for all stores.
    maxAttempts: 1,
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: IDLE_MS, socketTimeout: IDLE_MS },
    // Other services do not know the newer checksums. Every write has the MD5 of its content.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });

const keyOf = ({ name, prefix }: S3Bucket, path: string) => ({ Bucket: name, Key: prefix + path });

async function listObjects({ sdk, client, name, prefix }: S3Bucket): Promise<ReadonlyMap<string, StoredFile>> {
  const files = new Map<string, StoredFile>();
  const pages = sdk.paginateListObjectsV2({ client, pageSize: 1000 }, { Bucket: name, Prefix: prefix });
  for await (const page of pages) {
    // The client reads a page of a web site as an empty listing.
    if (page.IsTruncated === undefined && page.Name === undefined)
      throw new TargetStoreError("protocol", "Its answer is not a listing");
    for (const { Key = "", Size = 0, ETag, LastModified } of page.Contents ?? []) {
      const path = Key.slice(prefix.length);
      const etag = bareEtag(ETag);
      const md5 = /^[0-9a-f]{32}$/.test(etag) && { md5: etag };
      files.set(path, { path, size: Size, etag, ...md5, modifiedAt: LastModified?.getTime() ?? 0 });
    }
  }
  return files;
}

async function readObject(bucket: S3Bucket, path: string): Promise<StoredContent | undefined> {
  try {
    const { Body, ETag = "" } = await bucket.client.send(new bucket.sdk.GetObjectCommand(keyOf(bucket, path)));
    return { bytes: Buffer.from((await Body?.transformToByteArray()) ?? []), etag: bareEtag(ETag) };
  } catch (error) {
    if ((error as S3ServiceException).name === "NoSuchKey") return undefined;
    throw error;
  }
}

/** Returns the new etag. */
async function writeObject(
  bucket: S3Bucket,
  path: string,
  bytes: Buffer,
  headers: StoredHeaders,
  condition: WriteCondition | undefined,
): Promise<string> {
  const object = {
    ...keyOf(bucket, path),
    Body: bytes,
    ContentLength: bytes.length,
    ContentMD5: createHash("md5").update(bytes).digest("base64"),
    ...metadataOf(headers),
  };
  const optional = { ...leadingTo(headers), ...(condition && conditionsOf(condition)) };
  const { ETag } = await whereKnown(optional, (parameters) =>
    bucket.client.send(new bucket.sdk.PutObjectCommand({ ...object, ...parameters })),
  );
  return bareEtag(ETag);
}

const metadataOf = ({ contentType, cacheControl }: StoredHeaders) => ({
  ContentType: contentType,
  CacheControl: cacheControl,
});

/** For services that do not support this, the object's content is a page that redirects. */
const leadingTo = ({ redirectTo }: StoredHeaders) =>
  redirectTo === undefined ? {} : { WebsiteRedirectLocation: redirectTo };

/** Sends a request again without the optional parameters if the service does not implement them. */
async function whereKnown<Optional extends object, Result>(
  optional: Optional,
  send: (parameters: Partial<Optional>) => Promise<Result>,
): Promise<Result> {
  try {
    return await send(optional);
  } catch (error) {
    const isUnknown = (error as S3ServiceException).name === "NotImplemented";
    if (!isUnknown || Object.keys(optional).length === 0) throw error;
    return send({});
  }
}

const conditionsOf = (condition: WriteCondition) =>
  "absent" in condition ? { IfNoneMatch: "*" } : { IfMatch: `"${condition.etag}"` };

/** After this refusal, the client knows the service's time. */
const CLOCK = "RequestTimeTooSkewed";

/** Problems that the status does not show. */
const PROBLEMS: Readonly<Record<string, StoreProblem>> = {
  NoSuchBucket: "bucket",
  InvalidBucketName: "bucket",
  NoSuchKey: "conflict",
  CredentialsProviderError: "credentials",
  ExpiredToken: "credentials",
  ExpiredTokenException: "credentials",
  InvalidAccessKeyId: "credentials",
  InvalidToken: "credentials",
  SignatureDoesNotMatch: "credentials",
  TokenRefreshRequired: "credentials",
  AuthorizationHeaderMalformed: "region",
  IllegalLocationConstraintException: "region",
  [CLOCK]: "clock",
  Throttling: "throttled",
  ThrottlingException: "throttled",
  BadDigest: "transfer",
  IncompleteBody: "transfer",
  RequestTimeout: "transfer",
  EntityTooLarge: "full",
  QuotaExceeded: "full",
};

const refusalOf: Parameters<typeof explaining>[2] = (refusal, call) => {
  const error = refusal as S3ServiceException & NodeJS.ErrnoException;
  const { name: code } = error;
  const status = error.$metadata?.httpStatusCode;
  if (status === undefined) return { code: error.code ?? code, problem: PROBLEMS[code] ?? networkProblem(error) };
  // Other programs answer with pages, not with the protocol's documents.
  const isOther = status === 200 || status === 404;
  const otherProblem = status === 404 && call === "list" ? "bucket" : "protocol";
  return { code, status, problem: PROBLEMS[code] ?? (isOther ? otherProblem : undefined) };
};

function networkProblem({ name, code }: NodeJS.ErrnoException): StoreProblem {
  if (name === "TimeoutError" || name === "AbortError") return "unreachable";
  return code !== undefined && /^(?:E[A-Z_]+|CERT_|DEPTH_|SELF_|UNABLE_|ERR_TLS|HPE_)/.test(code)
    ? "unreachable"
    : "protocol";
}
