// A bucket that speaks the JSON interface of Google Cloud Storage, in memory, as Google documents it: generations, conditions, pages of listings.
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { type Listening, listen } from "../process/listen.ts";

export interface GcsObject {
  readonly bytes: Buffer;
  readonly generation: number;
  readonly contentType: string;
  readonly cacheControl: string;
  readonly updated: string;
}

export interface GcsServer extends Listening {
  readonly objects: Map<string, GcsObject>;
  /** "GET name", as they came. */
  readonly requests: string[];
  /** Answers instead of the bucket, with a status and the reason that Google gives. */
  refuse: ((request: string) => readonly [status: number, reason: string] | undefined) | undefined;
}

const PAGE = 1000;

class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly reason: string,
    message = reason,
  ) {
    super(message);
  }
}

export async function startGcsServer(bucket: string): Promise<GcsServer> {
  const objects = new Map<string, GcsObject>();
  const requests: string[] = [];
  let generations = 1_700_000_000_000_000;

  const put = (name: string, bytes: Buffer, { contentType = "", cacheControl = "" }: Partial<GcsObject>) => {
    const object = { bytes, generation: ++generations, contentType, cacheControl, updated: new Date().toISOString() };
    objects.set(name, object);
    return about(name, object);
  };

  const answer = (request: IncomingMessage, body: Buffer, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://gcs");
    const method = request.method ?? "GET";
    const [, isUpload, named = "", rest = ""] =
      /^(\/upload)?\/storage\/v1\/b\/([^/]+)\/o(?:\/(.*))?$/.exec(pathname) ?? [];
    const [name = "", target] = rest.split(`/copyTo/b/${named}/o/`).map(decodeURIComponent);
    requests.push(`${method} ${name || (isUpload ? "upload" : "?list")}`);
    const refusal = server.refuse?.(requests.at(-1) ?? "");
    if (refusal) throw new Refusal(...refusal);
    if (named !== bucket) throw new Refusal(404, "notFound", "The specified bucket does not exist.");
    if (isUpload) return sendJson(response, upload(request, body, searchParams));
    if (name === "") return sendJson(response, list(searchParams));
    const found = objects.get(name);
    if (!found) throw new Refusal(404, "notFound", `No such object: ${bucket}/${name}`);
    if (target !== undefined) return sendJson(response, put(target, found.bytes, JSON.parse(String(body))));
    if (method === "DELETE") {
      objects.delete(name);
      return response.writeHead(204).end();
    }
    response.setHeader("x-goog-generation", found.generation).setHeader("x-goog-metageneration", 1);
    return response.writeHead(200, { "content-type": found.contentType }).end(found.bytes);
  };

  const upload = ({ headers }: IncomingMessage, body: Buffer, query: URLSearchParams) => {
    const [, boundary = ""] = /boundary=(\S+)/.exec(headers["content-type"] ?? "") ?? [];
    const parts = partsOf(body, boundary);
    const properties = JSON.parse(String(parts[0]));
    const bytes = parts[1] ?? Buffer.alloc(0);
    const wanted = query.get("ifGenerationMatch");
    const generation = objects.get(properties.name)?.generation ?? 0;
    if (wanted !== null && wanted !== String(generation)) throw new Refusal(412, "conditionNotMet");
    if (properties.md5Hash !== md5Of(bytes)) throw new Refusal(400, "invalid");
    return put(properties.name, bytes, properties);
  };

  const list = (query: URLSearchParams) => {
    const after = query.get("pageToken") ?? "";
    const names = [...objects.keys()].filter((name) => name.startsWith(query.get("prefix") ?? "") && name > after);
    const page = names.sort().slice(0, PAGE);
    const items = page.map((name) => about(name, objects.get(name) as GcsObject));
    return { items, ...(names.length > PAGE && { nextPageToken: page.at(-1) }) };
  };

  const http = createServer(async (request, response) => {
    try {
      answer(request, await buffer(request), response);
    } catch (error) {
      if (!(error instanceof Refusal)) return response.destroy();
      const { status: code, reason, message } = error;
      response.statusCode = code;
      sendJson(response, { error: { code, message, errors: [{ reason }] } });
    }
  });
  const server: GcsServer = { ...(await listen(http)), objects, requests, refuse: undefined };
  return server;
}

const md5Of = (bytes: Buffer): string => createHash("md5").update(bytes).digest("base64");

const about = (name: string, { bytes, generation, updated }: GcsObject) => ({
  ...{ name, generation: String(generation), metageneration: "1" },
  ...{ size: String(bytes.length), md5Hash: md5Of(bytes), updated },
});

/** The contents of a multipart body. */
function partsOf(body: Buffer, boundary: string): Buffer[] {
  const parts: Buffer[] = [];
  const mark = `--${boundary}`;
  for (let at = body.indexOf(mark); ; ) {
    const next = body.indexOf(mark, at + mark.length);
    if (next === -1) return parts;
    const part = body.subarray(at + mark.length + 2, next - 2);
    parts.push(part.subarray(part.indexOf("\r\n\r\n") + 4));
    at = next;
  }
}

function sendJson(response: ServerResponse, document: unknown): void {
  response.setHeader("content-type", "application/json").end(JSON.stringify(document));
}
