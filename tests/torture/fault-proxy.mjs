// A line between relay and mail server that fails as lines do. Each connection meets one fate, drawn by `draw`.
import { once } from "node:events";
import { connect, createServer } from "node:net";

export const FATES = [
  "pass",
  /** Every piece comes late. */
  "slow",
  /** Ends after so many bytes of the relay's. */
  "cut",
  "reset",
  /** Stays open and hands on nothing more. */
  "half-open",
  /** The server has the whole mail, and its answer never comes. */
  "silent-after-data",
  "cut-after-data",
];

const END_OF_DATA = Buffer.from("\r\n.\r\n");

/** `draw()` gives `{ fate, bytes }`. Answers `{ port, met, close }`; `met` counts the fates. */
export async function startFaultProxy(targetPort, draw, port = 0) {
  const met = Object.fromEntries(FATES.map((fate) => [fate, 0]));
  const sockets = new Set();
  const server = createServer((client) => {
    const { fate, bytes } = draw();
    met[fate] += 1;
    const target = connect(targetPort, "127.0.0.1");
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => sockets.delete(socket));
    }
    join(client, target, fate, bytes);
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    port: server.address().port,
    met,
    async close() {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function join(client, target, fate, bytes) {
  let passed = 0;
  let isMute = false;
  let tail = Buffer.alloc(0);
  const later = (hand) => (fate === "slow" ? setTimeout(hand, 15) : hand());
  client.on("data", (chunk) => {
    passed += chunk.length;
    tail = Buffer.concat([tail, chunk]).subarray(-64_000);
    if (fate === "half-open" && passed > bytes) return;
    if (fate === "cut" && passed > bytes) {
      target.end(chunk.subarray(0, Math.max(0, chunk.length - (passed - bytes))));
      client.end();
      return;
    }
    if (fate === "reset" && passed > bytes) {
      client.resetAndDestroy();
      target.destroy();
      return;
    }
    if (fate.endsWith("after-data") && tail.includes(END_OF_DATA)) isMute = true;
    later(() => target.write(chunk));
  });
  target.on("data", (chunk) => {
    if (fate === "half-open" && passed > bytes) return;
    if (!isMute) later(() => client.write(chunk));
    else if (fate === "cut-after-data") client.destroy();
  });
  client.on("close", () => target.destroy());
  target.on("close", () => (fate === "half-open" || fate === "silent-after-data" ? undefined : client.end()));
}
