// Builds the site and serves it as a static host would.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { type BuildResult, build } from "../build.ts";
import type { BuildOptions } from "../config/resolve-config.ts";
import { EventsiteError } from "../diagnostics/diagnostic.ts";
import { answerFromFolder } from "./static-files.ts";

export interface ServeOptions extends BuildOptions {
  /** Default: 4321. 0 takes any free port. */
  readonly port?: number;
  /** Default: 127.0.0.1, which only this machine reaches. */
  readonly host?: string;
}

export interface SiteServer {
  /** "http://localhost:4321" */
  readonly url: string;
  readonly result: BuildResult;
  close(): Promise<void>;
}

/** Rejects with BuildFailedError where the site cannot be built, and SERVE_FAILED where the port cannot be had. */
export async function serve(options: ServeOptions = {}): Promise<SiteServer> {
  const { port = 4321, host = "127.0.0.1", ...buildOptions } = options;
  const result = await build(buildOptions);
  const outDir = resolve(options.root ?? ".", options.outDir ?? "dist");
  const server = createServer((request, response) => answerFromFolder(outDir, request, response));
  await listen(server, port, host);
  const shownHost = host === "127.0.0.1" || host === "::1" || host === "0.0.0.0" ? "localhost" : host;
  return {
    url: `http://${shownHost.includes(":") ? `[${shownHost}]` : shownHost}:${(server.address() as AddressInfo).port}`,
    result,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((done, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(listenError(error, port, host)));
    server.listen(port, host, done);
  });
}

function listenError({ code }: NodeJS.ErrnoException, port: number, host: string): EventsiteError {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} is in use by another program.`,
    EACCES: `Port ${port} may not be opened by you.`,
    EADDRNOTAVAIL: `This machine has no address ${host}.`,
  };
  return new EventsiteError("SERVE_FAILED", reasons[code ?? ""] ?? `The server could not be started (${code}).`, {
    hint: `end the other program, or choose another port with --port ${port + 1}`,
  });
}
