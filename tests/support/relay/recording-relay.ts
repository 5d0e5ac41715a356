// A relay for tests: it writes down what arrives, and answers by a script or fails in the way the script says.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { type Listening, listen } from "../process/listen.ts";

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** As it came over the wire. */
  readonly text: string;
}

/** An answer, or a way of not giving one: the connection is refused or cut, or stays open without a word. */
export type Turn =
  | { readonly status: number; readonly body?: string; readonly headers?: Readonly<Record<string, string>> }
  | "refuse"
  | "cut"
  | "hang";

export const accepted: Turn = {
  status: 200,
  body: JSON.stringify({ data: { id: "EV-7K3M-9QXD", status: "accepted" }, error: null }),
};

export const refused = (status: number, error: Readonly<Record<string, unknown>> = {}, headers = {}): Turn => ({
  status,
  headers,
  body: JSON.stringify({
    data: null,
    error: { message: "no", details: "why", hint: "what to do", code: "odd", requestId: "r-1", fields: [], ...error },
  }),
});

export interface RecordingRelay extends Listening {
  readonly calls: readonly Call[];
  /** What comes next: a turn for each call, the last one for all that follow. */
  play(...turns: readonly [Turn, ...Turn[]]): void;
  /** Forgets the calls, and accepts again. */
  reset(): void;
}

const CORS = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "content-type, idempotency-key, apikey, authorization",
  "access-control-expose-headers": "retry-after",
  // A browser sends a call once more by itself when a connection it used before breaks; on a new one it does not.
  connection: "close",
};

/** Listens on loopback. Close it in `afterAll`. */
export async function openRecordingRelay(): Promise<RecordingRelay> {
  let calls: Call[] = [];
  let turns: readonly Turn[] = [accepted];
  const server = createServer(async (request, response) => {
    if (request.method === "OPTIONS") return response.writeHead(204, CORS).end();
    const turn = turns[Math.min(calls.length, turns.length - 1)] ?? accepted;
    // Counted before the body is read, so that two calls at once get two turns.
    const text = textOf(request);
    const index =
      calls.push({ method: request.method ?? "", path: request.url ?? "", headers: request.headers, text: "" }) - 1;
    const own = calls;
    own[index] = { ...(own[index] as Call), text: await text };
    answer(response, turn);
  });
  return {
    ...(await listen(server)),
    get calls() {
      return calls;
    },
    play(...next) {
      calls = [];
      turns = next;
    },
    reset() {
      calls = [];
      turns = [accepted];
    },
  };
}

function answer(response: ServerResponse, turn: Turn): void {
  if (turn === "hang") return;
  if (turn === "refuse") {
    response.socket?.destroy();
    return;
  }
  if (turn === "cut") {
    // Half of what was promised, then nothing.
    response.writeHead(200, { ...CORS, "content-type": "application/json", "content-length": "100" });
    response.write('{"data":', () => response.socket?.destroy());
    return;
  }
  response.writeHead(turn.status, { ...CORS, "content-type": "application/json", ...turn.headers }).end(turn.body);
}
