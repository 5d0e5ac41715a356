// A server that listens, and refuses requests that do not name it, whatever their path.

import { createServer, type RequestListener } from "node:http";
import { isLoopback } from "../../relay/loopback.ts";
import { startOf } from "../routes/base-path.ts";
import { closeServer, DEFAULT_PORT, listen, urlOf } from "./listen.ts";
import { hostAskedFor, isForThisServer } from "./request-guard.ts";
import { sendText } from "./send-file.ts";

const LOCAL = "127.0.0.1";

export interface ServerAddress {
  /** Default: 4321. 0 takes any free port. */
  readonly port?: number;
  /** Default: 127.0.0.1, which only this machine reaches. */
  readonly host?: string;
  /** Other names that it answers to, of a proxy or a tunnel in front of it. Default: none; requests for any other host are refused. */
  readonly allowedHosts?: readonly string[];
}

interface OpenServer {
  /** Where the site is, whose path this is: "http://localhost:4321", or "http://localhost:4321/preview/" for a site below a path. */
  url(basePath: string): string;
  /** Whether only this machine can reach it. */
  readonly isLocal: boolean;
  close(): Promise<void>;
}

/** Rejects with SERVE_FAILED where the port or the address is not available. */
export async function openServer(
  { port = DEFAULT_PORT, host = LOCAL, allowedHosts = [] }: ServerAddress,
  answer: RequestListener,
): Promise<OpenServer> {
  const server = createServer((request, response) => {
    if (isForThisServer(request, { host, allowedHosts })) answer(request, response);
    else sendText(response, 403, explainHost(hostAskedFor(request)));
  });
  await listen(server, port, host);
  return {
    url: (basePath) => urlOf(server, host) + (basePath === "" ? "" : startOf(basePath)),
    isLocal: isLoopback(host),
    close: () => closeServer(server),
  };
}

const explainHost = (name: string): string => `This server does not answer to the name "${name}".
If that is a name of your own, of a proxy or a tunnel to this machine, allow it: eventsite serve --allow-host ${name || "NAME"}
`;
