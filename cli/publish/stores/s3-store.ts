// A bucket of AWS, or of any service that speaks the same protocol. Credentials come from the client's own variables, files and roles.

import { createHash } from "node:crypto";
import type { S3Client, S3ServiceException } from "@aws-sdk/client-s3";
import {
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
/** Without a byte in either direction. */
const IDLE_MS = 30_000;

type Sdk = typeof import("@aws-sdk/client-s3");

/** A place in a bucket, and the connection to it. */
interface Bucket {
  readonly sdk: Sdk;
  readonly client: S3Client;
  readonly name: string;
  readonly prefix: string;
}

export async function openS3(target: S3Place, root: string): Promise<TargetStore> {
  // A notice for developers of the client; people who publish a site cannot act on it.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true";
  const sdk = await loadPackage<Sdk>(PACKAGE, root);
  const bucket: Bucket = { sdk, client: connect(sdk, target), name: target.place, prefix: target.prefix };
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
    // Retries are the caller's, the same for all stores.
    maxAttempts: 1,
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: IDLE_MS, socketTimeout: IDLE_MS },
    // Other services do not know the newer checksums; every write carries the MD5 of its content.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });

const keyOf = ({ name, prefix }: Bucket, path: string) => ({ Bucket: name, Key: prefix + path });

async function listObjects({ sdk, client, name, prefix }: Bucket): Promise<ReadonlyMap<string, StoredFile>> {
  const found = new Map<string, StoredFile>();
  const pages = sdk.paginateListObjectsV2({ client, pageSize: 1000 }, { Bucket: name, Prefix: prefix });
  for await (const page of pages) {
    // A page of some web site is read as an empty listing.
    if (page.IsTruncated === undefined && page.Name === undefined)
      throw new TargetStoreError("protocol", "Its answer is not a listing");
    for (const { Key = "", Size = 0, ETag, LastModified } of page.Contents ?? []) {
      const path = Key.slice(prefix.length);
      const etag = bareEtag(ETag);
      const md5 = /^[0-9a-f]{32}$/.test(etag) && { md5: etag };
      found.set(path, { path, size: Size, etag, ...md5, modifiedAt: LastModified?.getTime() ?? 0 });
    }
  }
  return found;
}

async function readObject(bucket: Bucket, path: string): ReturnType<TargetStore["read"]> {
  try {
    const { Body, ETag = "" } = await bucket.client.send(new bucket.sdk.GetObjectCommand(keyOf(bucket, path)));
    return { bytes: Buffer.from((await Body?.transformToByteArray()) ?? []), etag: bareEtag(ETag) };
  } catch (error) {
    if ((error as S3ServiceException).name === "NoSuchKey") return undefined;
    throw error;
  }
}

/** Gives the new etag. */
async function writeObject(
  bucket: Bucket,
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
  const { ETag } = await whereKnown(optional, (sent) =>
    bucket.client.send(new bucket.sdk.PutObjectCommand({ ...object, ...sent })),
  );
  return bareEtag(ETag);
}

const metadataOf = ({ contentType, cacheControl }: StoredHeaders) => ({
  ContentType: contentType,
  CacheControl: cacheControl,
});

/** The object's content is a page that leads on, for services that do not know this. */
const leadingTo = ({ redirectTo }: StoredHeaders) =>
  redirectTo === undefined ? {} : { WebsiteRedirectLocation: redirectTo };

/** Without the optional parameters if the service does not implement them. */
async function whereKnown<Optional extends object, Result>(
  optional: Optional,
  send: (sent: Partial<Optional>) => Promise<Result>,
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

/** The client learns the service's time from its refusal. */
const CLOCK = "RequestTimeTooSkewed";

/** What the status does not say. */
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
  const other = isOther ? (status === 404 && call === "list" ? "bucket" : "protocol") : undefined;
  return { code, status, problem: PROBLEMS[code] ?? other };
};

function networkProblem({ name, code }: NodeJS.ErrnoException): StoreProblem {
  if (name === "TimeoutError" || name === "AbortError") return "unreachable";
  return code !== undefined && /^(?:E[A-Z_]+|CERT_|DEPTH_|SELF_|UNABLE_|ERR_TLS|HPE_)/.test(code)
    ? "unreachable"
    : "protocol";
}
