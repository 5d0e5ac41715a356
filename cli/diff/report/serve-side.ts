// One of the two sites at an address of this machine, for the browser that takes its pictures.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { contentTypeOf } from "../../emit/file-headers.ts";
import type { SiteSide } from "../site-side.ts";

export interface ServedSide {
  readonly url: string;
  close(): Promise<void>;
}

export async function serveSide({ read }: SiteSide): Promise<ServedSide> {
  // Many pages have the same files, and a target may be far away.
  const known = new Map<string, Promise<Buffer | undefined>>();
  const server = createServer(async (request, response) => {
    try {
      const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
      const path = decodeURIComponent(pathname)
        .slice(1)
        .replace(/(^|\/)$/, "$1index.html");
      const found = known.get(path) ?? read(path);
      known.set(path, found);
      const bytes = await found;
      response.writeHead(bytes ? 200 : 404, { "content-type": contentTypeOf(path) }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((done, fail) => {
    server.once("error", fail);
    server.listen(0, "127.0.0.1", done);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
