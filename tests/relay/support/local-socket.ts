// What a server answers to a request with headers of the test's own, at an address or on a local socket.
import { type IncomingHttpHeaders, type RequestOptions, request } from "node:http";

export interface PlainAnswer {
  readonly status: number;
  readonly text: string;
  readonly headers: IncomingHttpHeaders;
}

/** As `fetch` cannot: also with a host name, an origin and a cookie of the test's choice. */
export const ask = (url: string | null, options: RequestOptions = {}, body?: string): Promise<PlainAnswer> =>
  new Promise((resolve, reject) => {
    const { hostname, port, pathname, search } = new URL(url ?? "http://socket");
    const place = url === null ? {} : { hostname, port, path: pathname + search };
    request({ ...place, ...options }, (response) => {
      const { statusCode: status = 0, headers } = response;
      let text = "";
      response.setEncoding("utf8").on("data", (part) => {
        text += part;
      });
      response.on("end", () => resolve({ status, text, headers })).on("error", reject);
    })
      .on("error", reject)
      .end(body);
  });

export const askLocal = (socketPath: string, path: string, options: RequestOptions = {}, body?: string) =>
  ask(null, { socketPath, path, ...options }, body);

/** The text that Prometheus reads. */
export const readMetrics = async (socketPath: string): Promise<string> => (await askLocal(socketPath, "/metrics")).text;
