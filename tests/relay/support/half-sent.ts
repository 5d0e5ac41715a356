// Requests as bytes, whole or half, over real lines.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { CALL_PATH } from "../../../relay/contract.ts";
import { HTTP_LIMITS } from "../../../relay/http/server/http-limits.ts";
import { ORIGIN, type TestRelay, withRelay } from "./with-relay.ts";

export const HEAD = `POST ${CALL_PATH} HTTP/1.1\r\nhost: relay\r\norigin: ${ORIGIN}\r\ncontent-type: application/json\r\n`;
export const BODY = "content-length: 32000\r\n\r\n";

export const withLimits = (limits: Partial<typeof HTTP_LIMITS>, use: (relay: TestRelay) => Promise<void>) =>
  withRelay(use, {}, { httpLimits: { ...HTTP_LIMITS, lookEveryMs: 50, ...limits } });

/** A line with these bytes sent and no end; `answer` is all that came back when the relay closed it. */
export async function begin({ url }: TestRelay, bytes: string): Promise<{ socket: Socket; answer: Promise<string> }> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk;
  });
  socket.on("error", () => {});
  const answer = new Promise<string>((resolve) => socket.once("close", () => resolve(received)));
  await once(socket, "connect");
  if (bytes !== "") socket.write(bytes);
  return { socket, answer };
}

/** All that came back when the relay closed the line. */
export const answerTo = async (relay: TestRelay, bytes: string): Promise<string> => (await begin(relay, bytes)).answer;
