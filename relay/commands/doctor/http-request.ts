// One HTTP request as it is written: fetch() would not send the headers that a browser sends in a preflight.
import { type IncomingHttpHeaders, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

/** For the whole answer: one that trickles is none. */
const TIMEOUT_MS = 10_000;

/** Resolves with any answer; rejects with the socket's error, or after ten seconds. The body is thrown away. */
export function request(url: URL, method: string, headers: Readonly<Record<string, string>> = {}): Promise<HttpAnswer> {
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = send(url, { method, headers, agent: false }, (response) => {
      response.resume().once("error", reject);
      response.once("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers }));
    });
    const timer = setTimeout(() => sent.destroy(new Error(`no answer within ${TIMEOUT_MS / 1000} s`)), TIMEOUT_MS);
    sent.once("close", () => clearTimeout(timer));
    sent.once("error", reject);
    sent.end();
  });
}
