// A line through which all goes between a caller and a server on this machine, until a test does something to it.
import { connect, createServer, type Socket } from "node:net";
import { listen } from "../../support/process/listen.ts";

/** `watch` sees each new line; it may take over what passes. Resolves with the port, and what ends all of it. */
export async function openConnection(port: number, watch: (near: Socket, far: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(port, "127.0.0.1");
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => {}).on("close", () => [near, far].map((each) => each.destroy()));
    }
    watch(near, far);
  });
  const end = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { ...(await listen(server)), end };
}
