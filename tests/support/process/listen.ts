// Servers of tests listen on loopback alone, on a port of the system's choice.
import type { Server as HttpServer } from "node:http";
import type { AddressInfo, Server } from "node:net";

export interface Listening {
  readonly port: number;
  /** "http://127.0.0.1:PORT", without a slash at its end. */
  readonly url: string;
  /** Cuts the connections that are open. */
  close(): Promise<void>;
}

export async function listen(server: Server): Promise<Listening> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ("closeAllConnections" in server) (server as HttpServer).closeAllConnections();
      }),
  };
}
