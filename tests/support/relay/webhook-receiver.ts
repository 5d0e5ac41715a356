// A receiver of webhooks, written from the relay's manual alone: nothing of the relay is imported.
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { text as textOf } from "node:stream/consumers";
import { type Listening, listen } from "../process/listen.ts";

export interface ReceivedCall {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: documents of several kinds, looked into by tests
  readonly body: any;
}

/** Its `url` is http://127.0.0.1:PORT/hook. */
export interface WebhookReceiver extends Listening {
  readonly calls: readonly ReceivedCall[];
  /** How a call is answered; a test changes it. */
  answer: (response: ServerResponse, call: ReceivedCall) => void;
  /** Resolves when so many calls have come. */
  received(count: number): Promise<readonly ReceivedCall[]>;
}

export async function startWebhookReceiver(
  tls: { readonly key: string; readonly cert: string } | null = null,
): Promise<WebhookReceiver> {
  const calls: ReceivedCall[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const server = tls === null ? createServer() : createTlsServer(tls);
  server.on("request", async (request, response) => {
    const text = await textOf(request).catch(() => undefined);
    if (text === undefined) return;
    const { method = "", url = "", headers } = request;
    const call = { method, path: url, headers, text, body: JSON.parse(text) };
    calls.push(call);
    receiver.answer(response, call);
    for (const { count, resolve } of waiting) if (calls.length >= count) resolve();
  });
  server.on("tlsClientError", () => {});
  const listening = await listen(server);
  const receiver: WebhookReceiver = {
    ...listening,
    url: `${listening.url}/hook`,
    calls,
    answer: (response) => response.writeHead(204).end(),
    async received(count) {
      if (calls.length < count) await new Promise<void>((resolve) => waiting.push({ count, resolve }));
      return calls;
    },
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
