// A receiver of webhooks, written from the relay's manual alone: nothing of the relay is imported.
import { createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";

export interface ReceivedCall {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: documents of several kinds, looked into by tests
  readonly body: any;
}

export interface WebhookReceiver {
  readonly port: number;
  /** http://127.0.0.1:PORT/hook */
  readonly url: string;
  readonly calls: readonly ReceivedCall[];
  /** How a call is answered; a test changes it. */
  answer: (response: ServerResponse, call: ReceivedCall) => void;
  /** Resolves when so many calls have come. */
  received(count: number): Promise<readonly ReceivedCall[]>;
  close(): Promise<void>;
}

export async function startWebhookReceiver(
  tls: { readonly key: string; readonly cert: string } | null = null,
): Promise<WebhookReceiver> {
  const calls: ReceivedCall[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const server = tls === null ? createServer() : createTlsServer(tls);
  server.on("request", (request, response) => {
    const chunks: Buffer[] = [];
    request.on("error", () => {});
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString("utf8");
      const { method = "", url = "", headers } = request;
      const call = { method, path: url, headers, text, body: JSON.parse(text) };
      calls.push(call);
      receiver.answer(response, call);
      for (const { count, resolve } of waiting) if (calls.length >= count) resolve();
    });
  });
  server.on("tlsClientError", () => {});
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const receiver: WebhookReceiver = {
    port,
    url: `http://127.0.0.1:${port}/hook`,
    calls,
    answer: (response) => response.writeHead(204).end(),
    async received(count) {
      if (calls.length < count) await new Promise<void>((resolve) => waiting.push({ count, resolve }));
      return calls;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}

/** As the manual says it, for a moment that the receiver's clock shows. */
export function isGenuine({ headers, text }: ReceivedCall, secret: string, now: number): boolean {
  const timestamp = String(headers["eventsite-timestamp"] ?? "");
  if (!(Math.abs(now / 1000 - Number(timestamp)) < 300)) return false;
  const digest = createHmac("sha256", secret).update(`${timestamp}.`).update(text).digest("hex");
  const expected = Buffer.from(`v1=${digest}`);
  const given = String(headers["eventsite-signature"] ?? "").split(",");
  return given
    .map((each) => Buffer.from(each.trim()))
    .some((each) => each.length === expected.length && timingSafeEqual(each, expected));
}
