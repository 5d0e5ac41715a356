// A proxy before a real service that does to a request what networks and busy services do.
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from "node:http";
import { type Listening, listen } from "../process/listen.ts";

export type Fault =
  | { readonly kind: "answer"; readonly status: number; readonly body: string; readonly type?: string }
  /** The connection breaks before the request has arrived, … */
  | { readonly kind: "cut" }
  /** … when half of it has, … */
  | { readonly kind: "half" }
  /** … or when it has been carried out, before the answer. */
  | { readonly kind: "lose-answer" };

export interface FaultProxy extends Listening {
  /** How often a fault was put in. */
  faults(): number;
}

/** `choose` says what happens to a request, such as "PUT /shop/index.html"; undefined lets it pass. */
export async function startFaultProxy(
  target: string,
  choose: (request: string) => Fault | undefined,
): Promise<FaultProxy> {
  let count = 0;
  const server = createServer((request, response) => {
    const fault = choose(`${request.method} ${request.url}`);
    if (fault) count++;
    if (fault?.kind === "cut") return request.socket.destroy();
    if (fault?.kind === "answer") {
      // Read to its end, as a service does.
      request.resume().on("end", () => {
        response.writeHead(fault.status, { "content-type": fault.type ?? "application/xml" }).end(fault.body);
      });
      return;
    }
    pass(target, request, response, fault);
  });
  return { ...(await listen(server)), faults: () => count };
}

/** With its headers as they are: they are signed. */
function pass(target: string, request: IncomingMessage, response: ServerResponse, fault: Fault | undefined): void {
  const { hostname, port } = new URL(target);
  const { method, url: path, headers } = request;
  const outgoing = forward({ hostname, port, method, path, headers, agent: false });
  const end = () => {
    outgoing.destroy();
    request.socket.destroy();
  };
  outgoing.on("error", end);
  outgoing.on("response", (incoming) => {
    if (fault?.kind === "lose-answer") {
      incoming.resume().on("end", end);
      return;
    }
    response.writeHead(incoming.statusCode ?? 502, incoming.headers);
    incoming.pipe(response);
  });
  if (fault?.kind !== "half") {
    request.pipe(outgoing);
    return;
  }
  request.once("data", (chunk: Buffer) => {
    outgoing.write(chunk.subarray(0, chunk.length >> 1), end);
  });
}

export const refusal = (status: number, code: string): Fault => ({
  kind: "answer",
  status,
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${code}</Message></Error>`,
});
