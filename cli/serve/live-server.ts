// Requests → the current site, and a connection to every open page that reports changes.
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { bundleDevClient } from "../bundle/bundle-dev-client.ts";
import type { Config } from "../config/resolve-config.ts";
import { BuildFailedError, type Diagnostic, hasErrors } from "../diagnostics/diagnostic.ts";
import { formatDiagnostics } from "../diagnostics/format-diagnostics.ts";
import type { OutputFile } from "../emit/output-file.ts";
import type { FinishedPage } from "../pipeline/stage-context.ts";
import { NOT_FOUND_ADDRESS } from "../routes/addresses.ts";
import { candidateFiles, findFile, insideSite } from "./find-file.ts";
import type { LiveMessage, LiveProblem, LiveStarter } from "./live-message.ts";
import { CLIENT_PATH, livePage, pageWithoutSite } from "./live-page.ts";
import type { LiveSite } from "./live-site.ts";
import { redactPaths } from "./redact-paths.ts";
import { isFromOwnPage, isFromThisMachine } from "./request-guard.ts";
import { answerFromFiles, sendFile, sendMade, sendText, uncachedHeaders } from "./send-file.ts";
import { COMMENT_EVERY_MS, type Viewer } from "./viewers.ts";

export type LiveServer = ReturnType<typeof createLiveServer>;

/** What open pages can do besides showing the site, such as finding and editing words. */
export interface PageTools {
  /** The script of a page, by its entry below cli/, and its data; `isHere`: the page is on this machine. */
  client(isHere: boolean): { readonly entry: string; readonly session: Readonly<Record<string, string>> };
  /** Whether a path is for the tools, besides those below /@eventsite/. */
  isOwn(path: string): boolean;
  /** Answers a path; undefined where it is not one of these. The request is for this host, from a page of it. */
  answer(path: string, request: IncomingMessage, response: ServerResponse, pages: ServedPages): Promise<void> | void;
}

/** What tools get of the site. */
export interface ServedPages {
  /** Resolves when a build that is under way is done. */
  settled(): Promise<unknown>;
  /** The page at an address; undefined for other addresses. */
  outputOf(url: string): string | undefined;
  hasErrors(): boolean;
}

interface LiveServerOptions {
  readonly config: Config;
  readonly site: LiveSite;
  readonly tools: PageTools;
}
const EVENTS_PATH = "/@eventsite/events";
/** The hash of the page that is shown until a build succeeds. */
const NO_SITE = "none";

export function createLiveServer({ config, site, tools }: LiveServerOptions) {
  const viewers = new Set<Viewer>();
  const clients = new Map<string, Promise<Uint8Array>>();
  const has = site.has;
  const outputOf = (url: string): string | undefined => {
    const inside = insideSite(url, site.basePath());
    const found = inside && "url" in inside ? findFile(inside.url, has) : undefined;
    return found && "path" in found ? found.path : undefined;
  };
  const send = (viewer: Viewer, message: LiveMessage) => viewer.response.write(`data: ${JSON.stringify(message)}\n\n`);
  const showTo = (viewer: Viewer, { hash, content }: Pick<OutputFile, "hash" | "content">) => {
    if (viewer.hash === hash || content === undefined) return;
    viewer.hash = hash;
    send(viewer, { type: "page", hash, html: livePage(Buffer.from(content).toString(), hash) });
  };
  const problems = (isHere: boolean): readonly LiveProblem[] => {
    const found = site.problems();
    return isHere ? found.map((problem) => withPath(problem, config.root)) : redactPaths(found, config);
  };

  const starters = (isHere: boolean): readonly LiveStarter[] =>
    site.starters().map((file) => ({ file, ...(isHere && { path: join(config.root, file) }) }));

  const update = (viewer: Viewer) => {
    const file = site.files().get(outputOf(viewer.url) ?? "");
    if (file) showTo(viewer, file);
    const { isHere } = viewer;
    send(viewer, { type: "problems", problems: problems(isHere), starters: starters(isHere) });
  };

  const listen = (request: IncomingMessage, response: ServerResponse) => {
    const query = new URL(request.url ?? "/", "http://host").searchParams;
    const isHere = isFromThisMachine(request);
    const viewer: Viewer = { url: query.get("url") ?? "/", response, hash: query.get("page") ?? "", isHere };
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
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
    sendMade(response, 200, "js", Buffer.concat([Buffer.from(head), await client]));
  };

  const pages: ServedPages = { settled: site.settled, outputOf, hasErrors: () => hasErrors(site.problems()) };
  const answerOwn = async (path: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!isFromOwnPage(request)) return refuse(response, 403);
    if (path === EVENTS_PATH && request.method === "GET") return listen(request, response);
    if (path === CLIENT_PATH && request.method === "GET") return sendClient(request, response);
    await (tools.answer(path, request, response, pages) ?? refuse(response, 404));
  };

  const sendOutput = async (path: string, status: number, request: IncomingMessage, response: ServerResponse) => {
    try {
      const file = await site.file(path);
      if (file?.content === undefined) {
        const headers = () => uncachedHeaders(path);
        return sendFile(request, response, { path: file?.from ?? "", status, headers, compresses: false });
      }
      const isPage = path.endsWith(".html");
      const bytes = isPage ? livePage(Buffer.from(file.content).toString(), file.hash) : file.content;
      sendBytes(path, bytes, status, request, response);
    } catch (error) {
      if (!(error instanceof BuildFailedError)) throw error;
      sendText(response, 500, `${formatDiagnostics(redactPaths(error.diagnostics, config))}\n`);
    }
    return true;
  };

  return {
    async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const url = request.url ?? "/";
      const path = url.replace(/\?.*$/s, "");
      if (path.startsWith("/@eventsite/") || tools.isOwn(path)) return answerOwn(path, request, response);
      // A page must be current; the files it refers to have a hash in their names, or rarely change.
      const inside = insideSite(url, site.basePath());
      const wanted = inside && "url" in inside ? inside.url : NOT_FOUND_ADDRESS;
      if (/\.html$/.test(outputOf(url) ?? ".html")) await site.ready(candidateFiles(wanted));
      if (site.files().size === 0 && !findFile(wanted, has))
        return sendBytes(".html", livePage(pageWithoutSite, NO_SITE), 503, request, response);
      await answerFromFiles(request, response, site.basePath(), has, (file, status) =>
        sendOutput(file, status, request, response),
      );
    },
    /** Outputs of the pages that are open. */
    wanted: () => [...new Set([...viewers].flatMap(({ url }) => outputOf(url) ?? []))],
    showPage(page: FinishedPage): void {
      for (const viewer of viewers) if (outputOf(viewer.url) === page.output) showTo(viewer, page);
    },
    /** Sends every open page what it does not have yet. */
    showAll(): void {
      for (const viewer of viewers) update(viewer);
    },
    close(): void {
      for (const { response } of viewers) response.end();
    },
  };
}

function withPath(problem: Diagnostic, root: string): LiveProblem {
  return problem.file === undefined ? problem : { ...problem, path: join(root, problem.file) };
}

export const refuse = (response: ServerResponse, status: number): void =>
  sendText(response, status, "This is not for you\n");

function sendBytes(
  path: string,
  content: string | Uint8Array,
  status: number,
  { method }: IncomingMessage,
  response: ServerResponse,
): void {
  const bytes = Buffer.from(content);
  response
    .writeHead(status, { ...uncachedHeaders(path), "content-length": bytes.length })
    .end(method === "HEAD" ? undefined : bytes);
}
