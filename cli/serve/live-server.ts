// Requests → the current site, and a connection to every open page that reports changes.
import { createReadStream } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream";
import { bundleDevClient } from "../bundle/bundle-dev-client.ts";
import type { Config } from "../config/resolve-config.ts";
import { BuildFailedError, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { formatDiagnostics } from "../diagnostics/report.ts";
import { CONTENT_TYPES, contentTypeOf } from "../emit/file-headers.ts";
import type { OutputFile } from "../emit/output-file.ts";
import type { FinishedPage } from "../pipeline/stage-context.ts";
import type { Visual } from "../visual/open-visual.ts";
import { EDIT_PATHS, type EditRequests } from "./edit-requests.ts";
import { type Found, filesFor, findFile } from "./find-file.ts";
import type { LiveMessage, LiveProblem, WordsAnswer } from "./live-message.ts";
import { CLIENT_PATH, EVENTS_PATH, eventText, livePage, OPEN_PATH, pageWithoutSite, WORDS_PATH } from "./live-page.ts";
import type { LiveSite } from "./live-site.ts";
import type { Place } from "./open-editor.ts";
import { isFromThisMachine, isOwnRequest, isOwnScript, isToken, readJsonBody } from "./own-requests.ts";
import { placeInEditor } from "./place-in-editor.ts";
import { withoutPaths } from "./without-paths.ts";

/** An open page. */
interface Viewer {
  /** The address it shows, without the host. */
  readonly url: string;
  readonly response: ServerResponse;
  /** Of the page it shows. */
  hash: string;
  /** It gets the full paths of files. */
  readonly isHere: boolean;
}

export interface LiveServer {
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Outputs of the pages that are open. */
  wanted(): readonly string[];
  showPage(page: FinishedPage): void;
  /** Sends every open page what it does not have yet. */
  showAll(): void;
  close(): void;
}

export interface LiveServerOptions {
  readonly config: Config;
  readonly host: string;
  readonly token: string;
  readonly site: LiveSite;
  readonly sourceMap: Visual["sourceMap"];
  /** Opens an editor; returns whether there was one. */
  readonly open: (place: Place) => Promise<boolean>;
  /** Answers requests for editing; absent where editing is off. */
  readonly edit?: EditRequests | undefined;
}

/** The hash of the page that is shown until a build succeeds. */
const NO_SITE = "none";
const COMMENT_EVERY_MS = 20_000;

export function createLiveServer({ config, host, token, site, sourceMap, open, edit }: LiveServerOptions): LiveServer {
  const viewers = new Set<Viewer>();
  const clients = new Map<string, Promise<Uint8Array>>();
  const has = site.has;
  const outputOf = (url: string): string | undefined => {
    const found = findFile(url, has);
    return found.kind === "file" ? found.path : undefined;
  };
  const send = (viewer: Viewer, message: LiveMessage) => viewer.response.write(eventText(message));
  const showTo = (viewer: Viewer, { hash, content }: Pick<OutputFile, "hash" | "content">) => {
    if (viewer.hash === hash || content === undefined) return;
    viewer.hash = hash;
    send(viewer, { type: "page", hash, html: livePage(Buffer.from(content).toString(), hash) });
  };
  const errors = (isHere: boolean): readonly LiveProblem[] => {
    const found = site.problems().filter(({ severity }) => severity === "error");
    return isHere ? found.map((problem) => withPath(problem, config.root)) : withoutPaths(found, config);
  };

  const update = (viewer: Viewer) => {
    const file = site.files().get(outputOf(viewer.url) ?? "");
    if (file) showTo(viewer, file);
    send(viewer, { type: "problems", problems: errors(viewer.isHere) });
  };

  const listen = (request: IncomingMessage, response: ServerResponse) => {
    const query = new URL(request.url ?? "/", "http://host").searchParams;
    const isHere = isFromThisMachine(request);
    const viewer: Viewer = { url: query.get("url") ?? "/", response, hash: query.get("page") ?? "", isHere };
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    response.write("retry: 500\n\n");
    viewers.add(viewer);
    const timer = setInterval(() => response.write(":\n\n"), COMMENT_EVERY_MS);
    response.on("close", () => {
      clearInterval(timer);
      viewers.delete(viewer);
    });
    update(viewer);
  };

  const sendClient = async (request: IncomingMessage, response: ServerResponse) => {
    // Other machines cannot edit, and do not get the token.
    const isHere = isFromThisMachine(request);
    const isEditing = edit !== undefined && isHere;
    const entry = isEditing ? "editing" : "main";
    const client = clients.get(entry) ?? bundleDevClient(config, entry);
    clients.set(entry, client);
    // `export` makes it a module and nothing else: a page of another origin can neither run it nor read the token in it.
    const paths = { events: EVENTS_PATH, words: WORDS_PATH, ...(isEditing && EDIT_PATHS) };
    const session = JSON.stringify({ ...paths, ...(isHere && { token, open: OPEN_PATH }) });
    const head = `globalThis.eventsite=${session};export {};\n`;
    response
      .writeHead(200, { "content-type": CONTENT_TYPES.js, "cache-control": "no-store" })
      .end(Buffer.concat([Buffer.from(head), await client]));
  };

  const openEditor = async (request: IncomingMessage, response: ServerResponse) => {
    const isAllowed = isOwnScript(request) && isFromThisMachine(request);
    if (!isAllowed || !isToken(request.headers["x-eventsite-token"], token)) return refuse(response, 403);
    const place = placeInEditor(await readJsonBody(request, MAX_BODY), [config.contentDir, config.templatesDir]);
    if (!place) return refuse(response, 403);
    response.writeHead((await open(place)) ? 204 : 404).end();
  };

  const sendWords = async (request: IncomingMessage, response: ServerResponse) => {
    await site.settled();
    const url = new URL(request.url ?? "/", "http://host").searchParams.get("url") ?? "/";
    const words = await sourceMap(outputOf(url) ?? "");
    if (!words) return refuse(response, 404);
    const files = isFromThisMachine(request) ? Object.keys(words.files) : [];
    const paths = Object.fromEntries(files.map((file) => [file, resolve(config.root, file)]));
    const answer: WordsAnswer = { words, paths, isOlder: errors(false).length > 0 };
    response
      .writeHead(200, { "content-type": CONTENT_TYPES.json, "cache-control": "no-store" })
      .end(JSON.stringify(answer));
  };

  const answerOwn = (path: string, request: IncomingMessage, response: ServerResponse): Promise<void> | void => {
    if (!isOwnRequest(request, host)) return refuse(response, 403);
    if (edit && Object.values(EDIT_PATHS).includes(path)) return edit(path, request, response);
    if (path === EVENTS_PATH && request.method === "GET") return listen(request, response);
    if (path === CLIENT_PATH && request.method === "GET") return sendClient(request, response);
    if (path === OPEN_PATH && request.method === "POST") return openEditor(request, response);
    if (path === WORDS_PATH && request.method === "GET") return sendWords(request, response);
    return refuse(response, 404);
  };

  const answerWith = async (
    { path, status }: Found & { kind: "file" },
    request: IncomingMessage,
    response: ServerResponse,
  ) => {
    try {
      const file = await site.file(path);
      if (file) return sendFile(file, status, request, response);
      refuse(response, 404);
    } catch (error) {
      if (!(error instanceof BuildFailedError)) throw error;
      const problems = withoutPaths(error.diagnostics, config);
      response
        .writeHead(500, { "content-type": CONTENT_TYPES.txt, "cache-control": "no-store" })
        .end(`${formatDiagnostics(problems)}\n`);
    }
  };

  const answerFile = async (request: IncomingMessage, response: ServerResponse) => {
    const url = request.url ?? "/";
    // A page must be current; the files it refers to have a hash in their names, or rarely change.
    if (/\.html$/.test(outputOf(url) ?? ".html")) await site.ready(filesFor(url));
    const found = findFile(url, has);
    if (found.kind === "redirect") return void response.writeHead(301, { location: found.location }).end();
    if (found.kind === "file") return answerWith(found, request, response);
    if (site.files().size === 0) return sendText(livePage(pageWithoutSite, NO_SITE), 503, request, response);
    response.writeHead(404, { "content-type": CONTENT_TYPES.txt }).end("Not found\n");
  };

  return {
    async answer(request, response) {
      const path = (request.url ?? "/").replace(/\?.*$/s, "");
      if (path.startsWith("/@eventsite/")) return answerOwn(path, request, response);
      if (request.method !== "GET" && request.method !== "HEAD") {
        response.writeHead(405, { allow: "GET, HEAD" }).end();
        return;
      }
      await answerFile(request, response);
    },
    wanted: () => [...new Set([...viewers].flatMap(({ url }) => outputOf(url) ?? []))],
    showPage(page) {
      for (const viewer of viewers) if (outputOf(viewer.url) === page.output) showTo(viewer, page);
    },
    showAll() {
      for (const viewer of viewers) update(viewer);
    },
    close() {
      for (const { response } of viewers) response.end();
    },
  };
}

function withPath(problem: Diagnostic, root: string): LiveProblem {
  return problem.file === undefined ? problem : { ...problem, path: join(root, problem.file) };
}

const refuse = (response: ServerResponse, status: number): void => {
  response.writeHead(status, { "content-type": CONTENT_TYPES.txt }).end("This is not for you\n");
};

/** Requests of the page's own script are small. */
const MAX_BODY = 100_000;

function sendText(html: string, status: number, request: IncomingMessage, response: ServerResponse): void {
  const bytes = Buffer.from(html);
  response
    .writeHead(status, headersOf(CONTENT_TYPES.html, bytes.length))
    .end(request.method === "HEAD" ? undefined : bytes);
}

/** Nothing may be cached: the next response may differ. */
const headersOf = (type: string, bytes: number) => ({
  "content-type": type,
  "content-length": bytes,
  "cache-control": "no-cache",
  "x-content-type-options": "nosniff",
});

function sendFile(file: OutputFile, status: number, request: IncomingMessage, response: ServerResponse): void {
  if (file.path.endsWith(".html") && file.content) {
    sendText(livePage(Buffer.from(file.content).toString(), file.hash), status, request, response);
    return;
  }
  response.writeHead(status, headersOf(contentTypeOf(file.path), file.bytes));
  if (request.method === "HEAD") response.end();
  else if (file.content) response.end(file.content);
  else pipeline(createReadStream(file.from ?? ""), response, () => {});
}
