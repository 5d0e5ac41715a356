// Sends hostile requests to a relay, many at once, and names the first answer, end or growth that should not be.
import { connect } from "node:net";
import type { HostileRequest } from "./hostile-requests.ts";
import type { WatchedRelay } from "./watched-relay.ts";

export interface HostileFigures {
  readonly requests: number;
  /** Status → answers. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Bytes that the relay holds more at the end than after its first quarter. */
  readonly grown: number;
}

const LINES = 48;
/** A caller that nobody knows to be done says after this time that nothing more comes. */
const LINGER_MS = 40;
/**
 * A connection that is neither answered nor closed for so many seconds of the relay has been forgotten: the relay's own limits are half of
 * it. Its own seconds, since a busy machine may give the relay none, or its caller.
 */
const FORGOTTEN_SECONDS = 60;
/** A relay that has no second of its own in so many of its caller's hangs. */
const HANGING_SECONDS = 300;

/** Growth that is no leak: code that was compiled, caches of a fixed size. */
const MAY_GROW = 8 * 1_048_576;
const RSS_MAY_GROW = 96 * 1_048_576;
/** Timers and lines that may be there at a moment of rest. */
const RESOURCES_MAY_GROW = 16;

const KEYS = ["code", "details", "fields", "hint", "message", "requestId"];

/** Throws where the relay ends, answers what it must not, forgets a line, reports a fault or grows. */
export async function sendHostile(relay: WatchedRelay, requests: Iterable<HostileRequest>): Promise<HostileFigures> {
  const all = [...requests];
  const statuses: Record<string, number> = {};
  let sent = 0;
  const sendUntil = async (end: number) => {
    const line = async () => {
      while (sent < end) {
        const request = all[sent++] as HostileRequest;
        const { received, unanswered } = await exchange(relay, request);
        const wrong = relay.hasEnded() ? "the relay ended" : (unanswered ?? judge(request, received, statuses));
        if (wrong === null) continue;
        const shown = `${request.bytes.subarray(0, 2000).toString("latin1")}`;
        throw new Error(`${wrong}\nafter (${request.ending}) ${JSON.stringify(shown)}\n${relay.said().slice(-2000)}`);
      }
    };
    await Promise.all(Array.from({ length: LINES }, line));
  };
  await sendUntil(Math.ceil(all.length / 4));
  const before = await relay.memory();
  await sendUntil(all.length);
  const after = await relay.memory();
  if (/"event":"fault"/.test(relay.said())) throw new Error(`the relay reports a fault:\n${relay.said().slice(-2000)}`);
  const grown = after.held - before.held;
  if (grown > MAY_GROW || after.rss - before.rss > RSS_MAY_GROW)
    throw new Error(`the relay grew: ${JSON.stringify({ before, after })}`);
  if (after.resources - before.resources > RESOURCES_MAY_GROW)
    throw new Error(`the relay keeps lines or timers: ${JSON.stringify({ before, after })}`);
  return { requests: all.length, statuses, grown };
}

interface Exchange {
  /** All that came back until the connection was closed. */
  readonly received: Buffer;
  /** How the relay left it open; null where it was closed. */
  readonly unanswered: string | null;
}

const exchange = (relay: WatchedRelay, { bytes, ending }: HostileRequest): Promise<Exchange> =>
  new Promise((resolve) => {
    const received: Buffer[] = [];
    const socket = connect(relay.port, "127.0.0.1");
    const since = { relay: relay.seconds(), caller: 0, lastSeen: 0 };
    const looking = setInterval(() => {
      since.caller += 1;
      const seconds = relay.seconds() - since.relay;
      if (seconds > since.lastSeen) Object.assign(since, { lastSeen: seconds, caller: 0 });
      if (seconds > FORGOTTEN_SECONDS) done("the relay neither answered nor closed the connection");
      if (since.caller > HANGING_SECONDS) done("the relay hangs");
    }, 1000);
    let lingering: NodeJS.Timeout | undefined;
    const done = (unanswered: string | null) => {
      clearInterval(looking);
      clearTimeout(lingering);
      socket.destroy();
      resolve({ received: Buffer.concat(received), unanswered });
    };
    socket.on("data", (chunk) => received.push(chunk));
    // A relay that refuses may close before all was sent.
    socket.on("error", () => {});
    socket.on("close", () => done(null));
    socket.on("connect", () => {
      socket.write(bytes, () => {
        if (ending === "finish") socket.end();
        else if (ending === "reset") socket.resetAndDestroy();
        else if (ending === "linger") lingering = setTimeout(() => socket.end(), LINGER_MS);
      });
    });
  });

/** What is wrong with the answers to a request; null where nothing is. */
function judge({ ending }: HostileRequest, received: Buffer, statuses: Record<string, number>): string | null {
  const answers = answersIn(received.toString("latin1"));
  if (ending === "wait" && answers.length !== 1) return `a whole request got ${answers.length} answers`;
  for (const { status, body } of answers) {
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status >= 500 && !(status === 503 && body.includes('"not_durable"'))) return `the relay answered ${status}`;
    if (body.startsWith("{")) {
      const { data, error } = JSON.parse(Buffer.from(body, "latin1").toString()) as Record<string, object | null>;
      if (status < 400 ? error !== null : data !== null || `${Object.keys(error ?? {}).sort()}` !== `${KEYS}`)
        return `an answer of ${status} has another shape: ${body}`;
    }
  }
  return null;
}

function answersIn(text: string): { readonly status: number; readonly body: string }[] {
  const answers = [];
  let left = text;
  for (;;) {
    const [head, status] = /^HTTP\/1\.1 (\d{3}) [\s\S]*?\r\n\r\n/.exec(left) ?? [];
    if (head === undefined) return answers;
    const size = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    const body = left.slice(head.length, head.length + size);
    left = left.slice(head.length + size);
    if (status !== "100") answers.push({ status: Number(status), body });
  }
}
