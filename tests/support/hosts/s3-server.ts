// A bucket that speaks the S3 protocol, in memory: signatures and clocks are checked, and conditions hold, as AWS documents them. Set
// EVENTSITE_S3_ENDPOINT, and the client's own variables, to run the same tests against another service.
import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { type Listening, listen } from "../process/listen.ts";

export interface S3Object {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly modifiedAt: Date;
  readonly headers: Readonly<Record<string, string>>;
}

export interface S3Server extends Listening {
  readonly objects: Map<string, S3Object>;
  /** "PUT key", as they came. */
  readonly requests: string[];
  /** Keys that hold credentials with the right to read, and no other. */
  readonly readers: Set<string>;
  /** Objects in total; more are refused. */
  capacity: number;
  sendsDate: boolean;
  /** Whether objects can redirect. */
  knowsRedirects: boolean;
  /** Called before each request is answered. */
  onRequest: (() => void) | undefined;
}

export const S3_KEYS: Readonly<Record<string, string>> = { "test-key": "test-secret", "reader-key": "reader-secret" };

const REDIRECT = "x-amz-website-redirect-location";
const SKEW_MS = 15 * 60 * 1000;
const PAGE = 1000;

class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(code);
  }
}

export async function startS3Server(bucket: string, now = Date.now): Promise<S3Server> {
  const objects = new Map<string, S3Object>();
  const requests: string[] = [];
  const about = {
    objects,
    requests,
    readers: new Set(["reader-key"]),
    capacity: Number.POSITIVE_INFINITY,
    sendsDate: true,
    knowsRedirects: true,
    onRequest: undefined as (() => void) | undefined,
  };

  const answer = (request: IncomingMessage, body: Buffer, response: ServerResponse) => {
    const url = new URL(request.url ?? "/", "http://s3");
    const [, name = "", ...rest] = url.pathname.split("/");
    const key = decodeURIComponent(rest.join("/"));
    const method = request.method ?? "GET";
    server.onRequest?.();
    requests.push(`${method} ${key || "?list"}`);
    const id = verify(request, url, body, now());
    if (name !== bucket) throw new Refusal(404, "NoSuchBucket");
    if (server.readers.has(id) && method !== "GET" && method !== "HEAD") throw new Refusal(403, "AccessDenied");
    const found = objects.get(key);
    if (key === "") return list(url, response);
    if (method === "PUT") return write(key, request, body, found, response);
    if (method === "DELETE") {
      objects.delete(key);
      return response.writeHead(204).end();
    }
    if (!found) throw new Refusal(404, "NoSuchKey");
    const headers = { ...found.headers, etag: found.etag, "last-modified": found.modifiedAt.toUTCString() };
    response.writeHead(200, { ...headers, "content-length": found.bytes.length });
    return response.end(method === "HEAD" ? undefined : found.bytes);
  };

  const write = (
    key: string,
    { headers }: IncomingMessage,
    body: Buffer,
    found: S3Object | undefined,
    response: ServerResponse,
  ) => {
    if (headers["if-none-match"] === "*" && found) throw new Refusal(412, "PreconditionFailed");
    const match = headers["if-match"];
    if (match !== undefined && !found) throw new Refusal(404, "NoSuchKey");
    if (match !== undefined && match !== found?.etag) throw new Refusal(412, "PreconditionFailed");
    const source = headers["x-amz-copy-source"];
    const copied =
      source === undefined ? undefined : objects.get(decodeURIComponent(String(source)).replace(/^[^/]*\//, ""));
    if (source !== undefined && !copied) throw new Refusal(404, "NoSuchKey");
    const bytes = copied?.bytes ?? body;
    const md5 = createHash("md5").update(bytes).digest();
    if (headers["content-md5"] && headers["content-md5"] !== md5.toString("base64"))
      throw new Refusal(400, "BadDigest");
    if (!found && objects.size >= server.capacity) throw new Refusal(507, "XMinioStorageFull");
    if (headers[REDIRECT] !== undefined && !server.knowsRedirects) throw new Refusal(501, "NotImplemented");
    const own = ["content-type", "cache-control", REDIRECT].filter((name) => headers[name] !== undefined);
    const given = Object.fromEntries(own.map((name) => [name, String(headers[name])]));
    // Redirects are never copied.
    const { [REDIRECT]: _, ...kept } = copied?.headers ?? {};
    const isCopied = copied !== undefined && headers["x-amz-metadata-directive"] !== "REPLACE";
    const etag = `"${md5.toString("hex")}"`;
    objects.set(key, {
      bytes,
      etag,
      modifiedAt: new Date(now()),
      headers: isCopied ? kept : given,
    });
    if (copied) return sendXml(response, 200, `<CopyObjectResult><ETag>${etag}</ETag></CopyObjectResult>`);
    return response.writeHead(200, { etag }).end();
  };

  const list = ({ searchParams }: URL, response: ServerResponse) => {
    const prefix = searchParams.get("prefix") ?? "";
    const after = searchParams.get("continuation-token") ?? "";
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = keys.slice(0, PAGE);
    const rows = page.map((key) => {
      const { bytes, etag, modifiedAt } = objects.get(key) as S3Object;
      return `<Contents><Key>${key}</Key><Size>${bytes.length}</Size><ETag>${etag}</ETag><LastModified>${modifiedAt.toISOString()}</LastModified></Contents>`;
    });
    const next = keys.length > PAGE ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
    const body = `<IsTruncated>${next !== ""}</IsTruncated>${next}${rows.join("")}`;
    return sendXml(response, 200, `<ListBucketResult>${body}</ListBucketResult>`);
  };

  const http = createServer(async (request, response) => {
    if (about.sendsDate) response.setHeader("date", new Date(now()).toUTCString());
    else response.sendDate = false;
    try {
      answer(request, await buffer(request), response);
    } catch (error) {
      // A client that leaves in the middle gets no answer.
      if (!(error instanceof Refusal)) return response.destroy();
      sendXml(response, error.status, `<Error><Code>${error.code}</Code><Message>${error.code}</Message></Error>`);
    }
  });
  const server: S3Server = Object.assign(about, await listen(http));
  return server;
}

function sendXml(response: ServerResponse, status: number, body: string): void {
  response
    .writeHead(status, { "content-type": "application/xml" })
    .end(`<?xml version="1.0" encoding="UTF-8"?>\n${body}`);
}

/** AWS Signature Version 4; gives the key that signed. */
function verify(request: IncomingMessage, url: URL, body: Buffer, now: number): string {
  const { authorization = "" } = request.headers;
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d+)\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)$/;
  const [, id = "", date = "", region = "", signed = "", signature] = form.exec(authorization) ?? [];
  const secret = S3_KEYS[id];
  if (secret === undefined) throw new Refusal(403, "InvalidAccessKeyId");
  const time = String(request.headers["x-amz-date"]);
  const sentAt = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  if (Math.abs(sentAt - now) > SKEW_MS) throw new Refusal(403, "RequestTimeTooSkewed");
  const hash = String(request.headers["x-amz-content-sha256"]);
  const query = [...url.searchParams]
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .sort()
    .join("&");
  const headers = signed.split(";").map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [request.method, url.pathname, query, headers.join(""), signed, hash].join("\n");
  const scope = `${date}/${region}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", time, scope, sha256(canonical)].join("\n");
  const key = [date, region, "s3", "aws4_request"].reduce<Buffer>(
    (last, part) => hmac(last, part),
    Buffer.from(`AWS4${secret}`),
  );
  if (hmac(key, text).toString("hex") !== signature) throw new Refusal(403, "SignatureDoesNotMatch");
  if (/^[0-9a-f]{64}$/.test(hash) && hash !== sha256(body)) throw new Refusal(400, "XAmzContentSHA256Mismatch");
  return id;
}

const hmac = (key: Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();
const sha256 = (text: string | Buffer): string => createHash("sha256").update(text).digest("hex");
const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
