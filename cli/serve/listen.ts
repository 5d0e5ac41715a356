import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { EventsiteError } from "../diagnostics/diagnostic.ts";

export const DEFAULT_PORT = 4321;

export function urlOf(server: Server, host: string): string {
  const shownHost = /^(?:127\.0\.0\.1|::1|0\.0\.0\.0|::)$/.test(host) ? "localhost" : host;
  const name = shownHost.includes(":") ? `[${shownHost}]` : shownHost;
  return `http://${name}:${(server.address() as AddressInfo).port}`;
}

export const closeServer = (server: Server): Promise<void> =>
  new Promise((done) => {
    server.close(() => done());
    server.closeAllConnections();
  });

/** Rejects with SERVE_FAILED. */
export async function listen(server: Server, port: number, host: string): Promise<void> {
  try {
    await once(server.listen(port, host), "listening");
  } catch (error) {
    throw listenError(error as NodeJS.ErrnoException, port, host);
  }
}

/** Below it, ports need administrator rights. */
const FIRST_FREE_PORT = 1024;
const LAST_PORT = 65_535;

function listenError({ code = "" }: NodeJS.ErrnoException, port: number, host: string): EventsiteError {
  const fail = (message: string, hint: string) => new EventsiteError("SERVE_FAILED", message, { hint });
  const otherPort = `choose another port with --port ${port < LAST_PORT ? port + 1 : DEFAULT_PORT}`;
  const ownAddress =
    "leave --host out, or give an address of this machine: 127.0.0.1 for itself, 0.0.0.0 for others too";
  switch (code) {
    case "EADDRINUSE":
      return fail(`Port ${port} is in use by another program.`, `end the other program, or ${otherPort}`);
    case "EACCES":
      return fail(
        `Port ${port} may not be opened by you.`,
        port < FIRST_FREE_PORT
          ? `ports below ${FIRST_FREE_PORT} are the system's: choose a higher one, such as --port ${DEFAULT_PORT}`
          : otherPort,
      );
    case "EADDRNOTAVAIL":
    case "EINVAL":
      return fail(`This machine has no address ${host}.`, ownAddress);
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "EAI_FAIL":
      return fail(`No address is known for the name "${host}".`, ownAddress);
    default:
      return fail(`The server could not listen on ${host}, port ${port} (${code}).`, `${ownAddress}; or ${otherPort}`);
  }
}
