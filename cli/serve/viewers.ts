// Open pages: each has a connection, on which it gets the page that it shows when that changes, and all problems.

import type { IncomingMessage, ServerResponse } from "node:http";
import type { OutputFile } from "../emit/output-file.ts";
import type { FinishedPage } from "../pipeline/stage-context.ts";
import type { LiveMessage } from "./live-message.ts";
import { livePage } from "./live-page.ts";
import type { LiveReport } from "./live-report.ts";
import { isFromThisMachine } from "./request-guard.ts";

/** An open page. */
interface Viewer {
  /** The address it shows, without the host. */
  readonly url: string;
  readonly response: ServerResponse;
  /** The hash of the page that it shows. */
  hash: string;
  /** Whether the page is on this machine: it then gets the full paths of files. */
  readonly isHere: boolean;
}

const COMMENT_EVERY_MS = 20_000;

interface ViewersJob {
  /** The page at an address; undefined for other addresses. */
  outputOf(url: string): string | undefined;
  /** The page of the last good site. */
  pageAt(output: string): OutputFile | undefined;
  /** The report for a page on this machine, or on another one. */
  report(isHere: boolean): LiveReport;
}

interface Viewers {
  /** Keeps the connection until the page is closed. */
  add(request: IncomingMessage, response: ServerResponse): void;
  /** Outputs of the pages that are open. */
  openOutputs(): readonly string[];
  /** Sends a page to those that show it. */
  showPage(page: FinishedPage): void;
  /** Sends every open page what it does not have yet. */
  showAll(): void;
  close(): void;
}

export function createViewers({ outputOf, pageAt, report }: ViewersJob): Viewers {
  const viewers = new Set<Viewer>();
  const update = (viewer: Viewer) => {
    const file = pageAt(outputOf(viewer.url) ?? "");
    if (file) showTo(viewer, file);
    send(viewer, { type: "problems", ...report(viewer.isHere) });
  };
  return {
    add(request, response) {
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
    },
    openOutputs: () => [...new Set([...viewers].flatMap(({ url }) => outputOf(url) ?? []))],
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

function showTo(viewer: Viewer, { hash, content }: Pick<OutputFile, "hash" | "content">): void {
  if (viewer.hash === hash || content === undefined) return;
  viewer.hash = hash;
  send(viewer, { type: "page", hash, html: livePage(Buffer.from(content).toString(), hash) });
}

function send({ response }: Viewer, message: LiveMessage): void {
  response.write(`data: ${JSON.stringify(message)}\n\n`);
}
