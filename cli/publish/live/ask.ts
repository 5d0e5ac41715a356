// One request to a live site, as a visitor's browser sends it. Redirects are not followed, and the body is decompressed.
import { type RequestOptions, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { TLSSocket } from "node:tls";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
  /** The compression of the body: "gzip", "br", or "" for none. */
  readonly encoding: string;
  /** When the certificate ends, in ms since 1970; undefined for http. */
  readonly certificateEndsAt: number | undefined;
}

/** The name of the error of a request without an answer, such as ECONNREFUSED or CERT_HAS_EXPIRED. */
export interface NoAnswer {
  readonly failure: string;
}

export const isUnanswered = (answer: HttpAnswer | NoAnswer): answer is NoAnswer => "failure" in answer;

type AskOptions = Pick<RequestOptions, "method" | "headers" | "signal">;

/** The limit for one request with its body. */
const TIMEOUT_MS = 20_000;
/** Larger than any file of a site: pictures may have 40 MiB before they are encoded. */
const MAX_BYTES = 64 * 1_048_576;

/** Sends the request again if the network fails. Rejects only when the signal aborts. */
export async function ask(url: string, options: AskOptions = {}): Promise<HttpAnswer | NoAnswer> {
  const first = await askOnce(url, options);
  if (!isUnanswered(first) || !TRANSIENT.has(first.failure)) return first;
  return askOnce(url, options);
}

const TRANSIENT = new Set(["ECONNRESET", "ETIMEDOUT", "EPIPE", "EAI_AGAIN", "TIMEOUT"]);

function askOnce(url: string, { method = "GET", headers = {}, signal }: AskOptions): Promise<HttpAnswer | NoAnswer> {
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const send = url.startsWith("https:") ? requestHttps : requestHttp;
    const limit = AbortSignal.timeout(TIMEOUT_MS);
    const fail = (error: NodeJS.ErrnoException) => {
      if (signal?.aborted) reject(signal.reason);
      else resolve({ failure: limit.aborted ? "TIMEOUT" : (error.code ?? error.message) });
    };
    const outgoing = send(url, {
      method,
      headers: { "accept-encoding": "gzip, br", "user-agent": "eventsite-verify", ...headers },
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    outgoing.on("error", fail);
    outgoing.on("response", (response) => {
      // The certificate is read now: after the answer the connection belongs to the next request.
      const { valid_to } = (response.socket as Partial<TLSSocket>).getPeerCertificate?.() ?? {};
      const parts: Buffer[] = [];
      let bytes = 0;
      response.on("error", fail);
      response.on("data", (part: Buffer) => {
        bytes += part.length;
        if (bytes > MAX_BYTES) outgoing.destroy(Object.assign(new Error("too large"), { code: "TOO_LARGE" }));
        else parts.push(part);
      });
      response.on("end", () => {
        const encoding = response.headers["content-encoding"] ?? "";
        const body = decode(Buffer.concat(parts), encoding);
        if (!body) return resolve({ failure: "DAMAGED_BODY" });
        const flat = Object.entries(response.headers).map(([name, value]) => [name, [value].flat().join(", ")]);
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(flat),
          body,
          encoding,
          certificateEndsAt: valid_to === undefined ? undefined : Date.parse(valid_to),
        });
      });
    });
    outgoing.end();
  });
}

function decode(body: Buffer, encoding: string): Buffer | undefined {
  try {
    if (body.length === 0) return body;
    if (encoding === "gzip") return gunzipSync(body);
    return encoding === "br" ? brotliDecompressSync(body) : body;
  } catch {
    return undefined;
  }
}
