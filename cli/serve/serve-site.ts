// Builds the site and serves it as a static host would; or watches its sources, and updates open pages.

import type { RequestListener } from "node:http";
import { templateInputs } from "../bundle/template-inputs.ts";
import { type BuildOptions, resolveConfig } from "../config/resolve-config.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { buildToServe } from "../pipeline/build.ts";
import type { BuildResult } from "../pipeline/run-stages.ts";
import { openSession, type SiteSession } from "../pipeline/watch-session.ts";
import { numberOfPages } from "../routes/plan-routes.ts";
import { createLiveServer, type PageTools } from "./live-server.ts";
import { createLiveSite, type LiveSite } from "./live-site.ts";
import { openBrowser } from "./open-browser.ts";
import { openServer, type ServerAddress } from "./open-server.ts";
import type { FileWatch } from "./watch-files.ts";

export interface ServedOptions extends BuildOptions, ServerAddress {
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
  const { watch, open, ...siteOptions } = options;
  const server = await (watch ? serveLive(siteOptions, parts) : serveFolder(siteOptions, parts));
  if (open) await openBrowser(server.url);
  return server;
}

async function serveFolder(options: ServedOptions, { answers }: ServeParts): Promise<SiteServer> {
  const { port, host, allowedHosts, ...buildOptions } = options;
  const result = await buildToServe(buildOptions);
  const { outDir } = resolveConfig(buildOptions, "serve");
  const server = await openServer({ port, host, allowedHosts }, answers(outDir, result));
  return {
    url: server.url(result.basePath),
    isLocal: server.isLocal,
    pages: pagesOf(result),
    result,
    close: server.close,
  };
}

const pagesOf = ({ routes }: BuildResult): number => numberOfPages(routes.map(({ file }) => file));

/** The port is opened before anything is built: a port in use is reported at once. */
async function serveLive(options: ServedOptions, { tools }: ServeParts): Promise<SiteServer> {
  const { port, host, allowedHosts, onUpdate, ...buildOptions } = options;
  const session = openSession(buildOptions);
  let lastGood: Pick<SiteUpdate, "pages" | "unfinished"> = { pages: 0, unfinished: undefined };
  const update = (ms?: number) => {
    live.showAll();
    onUpdate?.({ ms, ...lastGood, diagnostics: site.problems() });
  };
  const site = createLiveSite(
    session,
    {
      openPages: () => live.openOutputs(),
      onPage: (page) => live.showPage(page),
      onBuild({ ms, result }) {
        if (result) lastGood = { pages: pagesOf(result), unfinished: result.unfinished };
        update(ms);
      },
      onProblems: () => update(),
    },
    { ...buildOptions, writes: buildOptions.outDir !== undefined },
  );
  const live = createLiveServer({ config: session.config, site, tools: tools(session, site.touch) });
  const server = await openServer({ port, host, allowedHosts }, (request, response) => {
    live.answer(request, response).catch(() => response.destroy());
  });
  const pages = await site.opened();
  lastGood = { ...lastGood, pages };
  const watching = watchOnceBuilt(session, site);
  return {
    url: server.url(session.basePath()),
    isLocal: server.isLocal,
    pages,
    result: undefined,
    async close() {
      live.close();
      await server.close();
      const closed = site.close();
      await (await watching)?.close();
      await closed;
    },
  };
}

/**
 * The first build has the processor to itself; what is changed meanwhile is found when watching begins. undefined where the signal aborted
 * before.
 */
async function watchOnceBuilt(session: SiteSession, site: LiveSite): Promise<FileWatch | undefined> {
  const { config } = session;
  try {
    await site.settled();
  } catch {
    return undefined;
  }
  const { watchFiles } = await import("./watch-files.ts");
  return watchFiles(
    () => [config.contentDir, config.templatesDir, ...templateInputs(config)],
    () => session.scan().changed.length > 0,
    site.touch,
  );
}
