// Requests → the current site, and a connection to every open page that reports changes.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Config } from "../config/resolve-config.ts";
import { BuildFailedError, hasErrors } from "../diagnostics/diagnostic.ts";
import { formatDiagnostics } from "../diagnostics/format-diagnostics.ts";
import type { FinishedPage } from "../pipeline/stage-context.ts";
import { NOT_FOUND_ADDRESS } from "../routes/addresses.ts";
import { createClientScripts, EVENTS_PATH, type PageClient } from "./client-scripts.ts";
import { addressInSite, candidateFiles, findFile } from "./find-file.ts";
import { CLIENT_PATH, livePage, pageWithoutSite } from "./live-page.ts";
import { liveReport } from "./live-report.ts";
import type { LiveSite } from "./live-site.ts";
import { redactPaths } from "./redact-paths.ts";
import { isFromOwnPage } from "./request-guard.ts";
import { answerFromFiles, sendFile, sendText, uncachedHeaders } from "./send-file.ts";
import { createViewers } from "./viewers.ts";

export interface LiveServer {
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Outputs of the pages that are open. */
  openOutputs(): readonly string[];
  /** Sends a page to those that show it. */
  showPage(page: FinishedPage): void;
  /** Sends every open page what it does not have yet. */
  showAll(): void;
  close(): void;
}

/** What open pages can do besides showing the site, such as finding and editing words. */
export interface PageTools {
  /** `isHere`: the page is on this machine. */
  client(isHere: boolean): PageClient;
  /** Whether a path is for the tools, besides those below /@eventsite/. */
  isOwn(path: string): boolean;
  /** Answers a path; undefined where it is not one of these. The request is for this host, from a page of it. */
  answer(path: string, request: IncomingMessage, response: ServerResponse, pages: ServedPages): Promise<void> | void;
}

/** The part of the site that tools get. */
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

/** The hash of the page that is shown until a build succeeds. */
const NO_SITE = "none";

export function createLiveServer({ config, site, tools }: LiveServerOptions): LiveServer {
  const urlInSite = (url: string): string | undefined => {
    const address = addressInSite(url, site.basePath());
    return address.kind === "inside" ? address.url : undefined;
  };
  const outputOf = (url: string): string | undefined => {
    const inside = urlInSite(url);
    const answer = inside === undefined ? undefined : findFile(inside, site.has);
    return answer?.kind === "file" ? answer.path : undefined;
  };
  const viewers = createViewers({
    outputOf,
    pageAt: (output) => site.files().get(output),
    report: (isHere) => liveReport(site, config, isHere),
  });
  const sendClient = createClientScripts(config, tools.client);
  const pages: ServedPages = { settled: site.settled, outputOf, hasErrors: () => hasErrors(site.problems()) };

  const answerOwn = async (path: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!isFromOwnPage(request)) return refuse(response, 403);
    if (path === EVENTS_PATH && request.method === "GET") return viewers.add(request, response);
    if (path === CLIENT_PATH && request.method === "GET") return sendClient(request, response);
    await (tools.answer(path, request, response, pages) ?? refuse(response, 404));
  };

  const answerSite = async (url: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    // A page must be current; the files it refers to have a hash in their names, or rarely change.
    const inside = urlInSite(url) ?? NOT_FOUND_ADDRESS;
    if (/\.html$/.test(outputOf(url) ?? ".html")) await site.ready(candidateFiles(inside));
    if (site.files().size === 0 && !findFile(inside, site.has))
      return sendBytes(".html", livePage(pageWithoutSite, NO_SITE), 503, request, response);
    const send = (path: string, status: number) => sendOutput({ config, site }, path, status, request, response);
    await answerFromFiles(request, response, site.basePath(), site.has, send);
  };

  return {
    async answer(request, response) {
      const url = request.url ?? "/";
      const path = url.replace(/\?.*$/s, "");
      if (path.startsWith("/@eventsite/") || tools.isOwn(path)) return answerOwn(path, request, response);
      return answerSite(url, request, response);
    },
    openOutputs: viewers.openOutputs,
    showPage: viewers.showPage,
    showAll: viewers.showAll,
    close: viewers.close,
  };
}

/** False where the file is gone; nothing has been sent then. */
async function sendOutput(
  { config, site }: Pick<LiveServerOptions, "config" | "site">,
  path: string,
  status: number,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
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
    // Its sources may be gone, and the build that leaves it out not finished.
    await site.settled();
    if (!site.has(path)) return false;
    sendText(response, 500, `${formatDiagnostics(redactPaths(error.diagnostics, config))}\n`);
  }
  return true;
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
