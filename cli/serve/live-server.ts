// Requests → the current site, and a connection to every open page that reports changes.
import { createReadStream } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { pipeline } from "node:stream";
import { bundleDevClient } from "../bundle/bundle-dev-client.ts";
import type { Config } from "../config/resolve-config.ts";
import { BuildFailedError, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { formatDiagnostics } from "../diagnostics/report.ts";
import { CONTENT_TYPES, contentTypeOf } from "../emit/file-headers.ts";
import type { OutputFile } from "../emit/output-file.ts";
import type { FinishedPage } from "../pipeline/stage-context.ts";
import { type Found, filesFor, findFile } from "./find-file.ts";
import type { LiveMessage, LiveProblem } from "./live-message.ts";
import { CLIENT_PATH, EVENTS_PATH, eventText, livePage, pageWithoutSite } from "./live-page.ts";
import type { LiveSite } from "./live-site.ts";
import { withoutPaths } from "./redact-paths.ts";
import { isFromThisMachine, isOwnRequest } from "./request-guard.ts";

/** An open page. */
interface Viewer {
  /** The address it shows, without the host. */
  readonly url: string;
  readonly response: ServerResponse;
  /** Of the page it shows. */
  hash: string;
  /** Whether the page is on this machine: it then gets the full paths of files. */
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

/** What open pages can do besides showing the site, such as finding and editing words. */
export interface PageTools {
  /** The script of a page, by its entry below cli/, and what it is given; `isHere`: the page is on this machine. */
  client(isHere: boolean): { readonly entry: string; readonly session: Readonly<Record<string, string>> };
  /** Whether a path is for the tools, besides those below /@eventsite/. */
  isOwn(path: string): boolean;
  /** Answers a path; undefined where it is not one of these. The request is for this host. */
  answer(path: string, request: IncomingMessage, response: ServerResponse, pages: ServedPages): Promise<void> | void;
}

/** What tools can ask of the site. */
export interface ServedPages {
  /** Resolves when a build that is under way is done. */
  settled(): Promise<unknown>;
  /** The page at an address; undefined for other addresses. */
  outputOf(url: string): string | undefined;
  hasErrors(): boolean;
}

export interface LiveServerOptions {
  readonly config: Config;
  readonly host: string;
  readonly site: LiveSite;
  readonly tools: PageTools;
}

/** The hash of the page that is shown until a build succeeds. */
const NO_SITE = "none";
const COMMENT_EVERY_MS = 20_000;

export function createLiveServer({ config, host, site, tools }: LiveServerOptions): LiveServer {
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
    const { entry, session } = tools.client(isFromThisMachine(request));
    const client = clients.get(entry) ?? bundleDevClient(config, entry);
    clients.set(entry, client);
    // `export` makes it a module and nothing else: a page of another origin can neither run it nor read the token in it.
    const head = `globalThis.eventsite=${JSON.stringify({ events: EVENTS_PATH, ...session })};export {};\n`;
    response
      .writeHead(200, { "content-type": CONTENT_TYPES.js, "cache-control": "no-store" })
      .end(Buffer.concat([Buffer.from(head), await client]));
  };

  const pages: ServedPages = { settled: site.settled, outputOf, hasErrors: () => errors(false).length > 0 };
  const answerOwn = async (path: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!isOwnRequest(request, host)) return refuse(response, 403);
    if (path === EVENTS_PATH && request.method === "GET") return listen(request, response);
    if (path === CLIENT_PATH && request.method === "GET") return sendClient(request, response);
    await (tools.answer(path, request, response, pages) ?? refuse(response, 404));
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
      if (path.startsWith("/@eventsite/") || tools.isOwn(path)) return answerOwn(path, request, response);
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

export const refuse = (response: ServerResponse, status: number): void => {
  response.writeHead(status, { "content-type": CONTENT_TYPES.txt }).end("This is not for you\n");
};

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
