// Builds the site and serves it as a static host would; or watches its sources, and updates open pages.

import { createServer, type RequestListener, type Server } from "node:http";
import { isLoopback } from "../../relay/loopback.ts";
import { templateInputs } from "../bundle/template-inputs.ts";
import { type BuildOptions, resolveConfig } from "../config/resolve-config.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { buildToServe } from "../pipeline/build.ts";
import type { BuildResult } from "../pipeline/run-stages.ts";
import { openSession, type SiteSession } from "../pipeline/watch-session.ts";
import { startOf } from "../routes/base-path.ts";
import { numberOfPages } from "../routes/plan-routes.ts";
import { closeServer, DEFAULT_PORT, listen, urlOf } from "./listen.ts";
import { createLiveServer, type LiveServer, type PageTools } from "./live-server.ts";
import { createLiveSite } from "./live-site.ts";
import { openBrowser } from "./open-browser.ts";
import { hostAskedFor, isForThisServer, type ServerNames } from "./request-guard.ts";
import { sendText } from "./send-file.ts";

const LOCAL = "127.0.0.1";

export interface ServedOptions extends BuildOptions {
  /** Default: 4321. 0 takes any free port. */
  readonly port?: number;
  /** Default: 127.0.0.1, which only this machine reaches. */
  readonly host?: string;
  /** Other names that it answers to, of a proxy or a tunnel in front of it. Default: none; requests for any other host are refused. */
  readonly allowedHosts?: readonly string[];
  /** Rebuilds when content or templates change, and refreshes open pages; a site with problems is served as it last was. Default: false. */
  readonly watch?: boolean;
  /** Shows the site in the system's browser, or the one that BROWSER names; a missing browser is no error. Default: false. */
  readonly open?: boolean;
  /** While watching: called after each build and, where `outDir` is given, each writing of it. */
  readonly onUpdate?: (update: SiteUpdate) => void;
}

/** The current state. */
export interface SiteUpdate {
  /** undefined where nothing was built, and the update is about writing the output folder. */
  readonly ms: number | undefined;
  readonly pages: number;
  readonly diagnostics: readonly Diagnostic[];
  /** The result of the last good build; undefined without one. */
  readonly unfinished: BuildResult["unfinished"] | undefined;
}

export interface SiteServer {
  /** "http://localhost:4321", or "http://localhost:4321/preview/" for a site below a path. */
  readonly url: string;
  /** Whether only this machine can reach it. */
  readonly isLocal: boolean;
  /** Number of pages; 0 where the content has mistakes. */
  readonly pages: number;
  /** undefined while watching: see updates. */
  readonly result: BuildResult | undefined;
  close(): Promise<void>;
}

interface ServeParts {
  /** What open pages of a watched site can do; `onSaved` is called when a file has been written. */
  tools(session: SiteSession, onSaved: () => void): PageTools;
  /** Answers for the finished site in a folder. */
  answers(dir: string, result: BuildResult): RequestListener;
}

/**
 * While watching, it resolves once the content is loaded: pages that are asked for are rendered first. Rejects with BuildFailedError where
 * the site cannot be built, and SERVE_FAILED where the port or the address is not available.
 */
export async function serveSite(options: ServedOptions, parts: ServeParts): Promise<SiteServer> {
  const { watch, open, ...rest } = options;
  const server = await (watch ? serveLive(rest, parts) : serveFolder(rest, parts));
  if (open) await openBrowser(server.url);
  return server;
}

async function serveFolder(options: ServedOptions, { answers }: ServeParts): Promise<SiteServer> {
  const { port = DEFAULT_PORT, host = LOCAL, allowedHosts = [], ...buildOptions } = options;
  const result = await buildToServe(buildOptions);
  const { outDir } = resolveConfig(buildOptions, "serve");
  const server = createGuarded({ host, allowedHosts }, answers(outDir, result));
  await listen(server, port, host);
  const close = () => closeServer(server);
  const url = urlOf(server, host) + shownPath(result.basePath);
  return { url, isLocal: isLoopback(host), pages: pagesOf(result), result, close };
}

/** The start of a site below a path. */
const shownPath = (base: string): string => (base === "" ? "" : startOf(base));

/** Refuses requests that do not name this server, whatever their path. */
function createGuarded(names: ServerNames, answer: RequestListener): Server {
  return createServer((request, response) => {
    if (isForThisServer(request, names)) answer(request, response);
    else sendText(response, 403, explainHost(hostAskedFor(request)));
  });
}

const explainHost = (name: string): string => `This server does not answer to the name "${name}".
If that is a name of your own, of a proxy or a tunnel to this machine, allow it: eventsite serve --allow-host ${name || "NAME"}
`;

const pagesOf = ({ routes }: BuildResult): number => numberOfPages(routes.map(({ file }) => file));

/** The port is opened before anything is built: a port in use is reported at once. */
async function serveLive(options: ServedOptions, { tools }: ServeParts): Promise<SiteServer> {
  const { port = DEFAULT_PORT, host = LOCAL, allowedHosts = [], onUpdate, ...buildOptions } = options;
  const session = openSession(buildOptions);
  const { config } = session;
  let live: LiveServer | undefined;
  let pages = 0;
  let unfinished: SiteUpdate["unfinished"];
  const update = (ms?: number) => {
    live?.showAll();
    onUpdate?.({ ms, pages, diagnostics: site.problems(), unfinished });
  };
  const site = createLiveSite(
    session,
    {
      openPages: () => live?.wanted() ?? [],
      onPage: (page) => live?.showPage(page),
      onBuild: ({ ms, result }) => {
        pages = result ? pagesOf(result) : pages;
        unfinished = result?.unfinished ?? unfinished;
        update(ms);
      },
      onProblems: () => update(),
    },
    { ...buildOptions, writes: buildOptions.outDir !== undefined },
  );
  live = createLiveServer({ config, site, tools: tools(session, site.touch) });
  const server = createGuarded({ host, allowedHosts }, (request, response) => {
    live?.answer(request, response).catch(() => response.destroy());
  });
  await listen(server, port, host);
  pages = await site.opened();
  // The first build has the processor to itself; what is changed meanwhile is found when watching begins.
  const watching = site.settled().then(
    async () => {
      const { watchFiles } = await import("./watch-files.ts");
      return watchFiles(
        () => [config.contentDir, config.templatesDir, ...templateInputs(config)],
        () => session.scan().changed.length > 0,
        site.touch,
      );
    },
    () => undefined,
  );
  return {
    url: urlOf(server, host) + shownPath(session.basePath()),
    isLocal: isLoopback(host),
    pages,
    result: undefined,
    async close() {
      live?.close();
      await closeServer(server);
      const closed = site.close();
      await (await watching)?.close();
      await closed;
    },
  };
}
