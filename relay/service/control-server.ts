// The relay's end of the local socket. A user who may open the socket is an operator: the file's mode is the lock.
import { lstatSync, mkdirSync, unlinkSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { dirname } from "node:path";
import type { Observe } from "../operators/relay-event.ts";
import { parseJson } from "../parse-json.ts";
import {
  ACTOR_HEADER,
  type AnyService,
  CommandError,
  type ControlLine,
  JSON_TYPE,
  LINES_TYPE,
  MAX_PARAMETER_BYTES,
  type Problem,
} from "./protocol.ts";
import { shortSocketPath } from "./socket-path.ts";

export interface ControlServer {
  /** Ends commands that still run and takes the socket away. */
  stop(): Promise<void>;
}

export interface ControlOptions {
  readonly socketPath: string;
  readonly service: AnyService;
  readonly observe: Observe;
}

/** Rejects with RELAY_RUNNING where another relay answers there, and SOCKET_FAILED where the socket cannot be made. */
export async function startControlServer({ socketPath, service, observe }: ControlOptions): Promise<ControlServer> {
  const path = shortSocketPath(socketPath);
  if (path === null)
    throw new CommandError("SOCKET_FAILED", `The path of the local socket is too long: ${socketPath}`, {
      hint: "set RELAY_SOCKET to a path of less than 100 characters",
    });
  await makeRoom(path, socketPath);
  const server = createServer((request, response) => {
    answer(request, response, service, observe).catch(() => response.destroy());
  });
  await listen(server, path, socketPath);
  return {
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** A socket that nobody answers on was left by a relay that was killed. */
async function makeRoom(path: string, shownPath: string): Promise<void> {
  mkdirSync(dirname(path), { recursive: true });
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return;
  if (!found.isSocket())
    throw new CommandError("SOCKET_FAILED", `${shownPath} is there and is not a socket.`, {
      hint: "move it away, or set RELAY_SOCKET to another path",
    });
  if (await isAnswered(path))
    throw new CommandError("RELAY_RUNNING", `Another relay already answers on ${shownPath}.`, {
      hint: "stop it first; a second relay needs a RELAY_STORE_URL and a RELAY_SOCKET of its own",
    });
  unlinkSync(path);
}

const isAnswered = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    // Refused is left behind; denied belongs to somebody, who may well be running.
    socket.once("error", ({ code }: NodeJS.ErrnoException) => resolve(code !== "ECONNREFUSED" && code !== "ENOENT"));
  });

function listen(server: Server, path: string, shownPath: string): Promise<void> {
  return new Promise((done, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) =>
      reject(
        new CommandError("SOCKET_FAILED", `The local socket ${shownPath} could not be opened (${cause.code}).`, {
          hint: "set RELAY_SOCKET to a path in a folder that the relay may write to",
          cause,
        }),
      ),
    );
    // The file is made with its mode: there is no moment in which another user may open it.
    const before = process.umask(0o177);
    try {
      server.listen(path, done);
    } finally {
      process.umask(before);
    }
  });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  service: AnyService,
  observe: Observe,
): Promise<void> {
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  try {
    const name = request.method === "POST" ? (request.url ?? "").slice(1) : "";
    const operation = Object.hasOwn(service, name) ? service[name] : undefined;
    if (!operation)
      throw new CommandError("USAGE", "The running relay does not know this operation.", {
        hint: "it is of another version than the command: restart it",
      });
    const result = operation((await readJson(request)) as never, actorOf(request));
    if (Symbol.asyncIterator in result) await sendLines(response, result, gone.signal);
    else sendJson(response, 200, { result: await result });
  } catch (error) {
    if (gone.signal.aborted) return;
    if (!(error instanceof CommandError)) observe({ type: "fault", where: "control", error });
    sendJson(response, 400, { problem: error instanceof CommandError ? error.problem : FAULT });
  }
}

/** Callers that may open the socket are trusted. */
function actorOf({ headers }: IncomingMessage): string {
  const given = headers[ACTOR_HEADER];
  return typeof given === "string" && /^[\w.%:-]{1,100}$/.test(given) ? `command:${decoded(given)}` : "command";
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const FAULT: Problem = {
  code: "STORE_FAILED",
  message: "The relay failed at this command.",
  hint: 'its log has a line with "event":"fault" that says where',
};

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_PARAMETER_BYTES) throw new CommandError("USAGE", "The command's parameters are too long.");
    chunks.push(chunk);
  }
  try {
    return parseJson(Buffer.concat(chunks).toString("utf8"));
  } catch {
    throw new CommandError("USAGE", "The command's parameters are not JSON.");
  }
}

function sendJson(response: ServerResponse, status: number, body: { result: unknown } | { problem: Problem }): void {
  if (response.headersSent) {
    if ("problem" in body) response.write(`${JSON.stringify(body)}\n`);
    response.end();
    return;
  }
  response.writeHead(status, { "content-type": JSON_TYPE }).end(JSON.stringify(body));
}

/** The last line counts the others: without it the reader knows that some are missing. */
async function sendLines(response: ServerResponse, items: AsyncIterable<unknown>, signal: AbortSignal): Promise<void> {
  let count = 0;
  for await (const item of items) {
    if (signal.aborted) return;
    if (count === 0) response.writeHead(200, { "content-type": LINES_TYPE });
    count += 1;
    if (!response.write(lineOf({ item }))) await drained(response, signal);
  }
  if (count === 0) response.writeHead(200, { "content-type": LINES_TYPE });
  response.end(lineOf({ end: count }));
}

const lineOf = (line: ControlLine): string => `${JSON.stringify(line)}\n`;

const drained = (response: ServerResponse, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    // Each takes the other's listener away: a long list waits thousands of times.
    const done = () => {
      response.off("drain", done);
      signal.removeEventListener("abort", done);
      resolve();
    };
    response.once("drain", done);
    signal.addEventListener("abort", done);
  });
