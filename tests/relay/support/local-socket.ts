// What a running relay answers on its local socket.
import { type RequestOptions, request } from "node:http";

export interface LocalAnswer {
  readonly status: number;
  readonly text: string;
}

export const askLocal = (
  socketPath: string,
  path: string,
  options: RequestOptions = {},
  body?: string,
): Promise<LocalAnswer> =>
  new Promise((resolve, reject) => {
    request({ socketPath, path, ...options }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part) => {
        text += part;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text })).on("error", reject);
    })
      .on("error", reject)
      .end(body);
  });

/** The text that Prometheus reads. */
export const readMetrics = async (socketPath: string): Promise<string> => (await askLocal(socketPath, "/metrics")).text;
