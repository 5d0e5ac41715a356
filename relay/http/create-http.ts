// All that listens: the port of the call, and the operators' app on the local socket and on the control port.

import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createTrust } from "../client-address.ts";
import { CALL_PATH } from "../contract.ts";
import { addCallRoutes } from "./call/call-routes.ts";
import { addHealthRoutes } from "./control/health-routes.ts";
import { createOperatorApp } from "./control/operator-app.ts";
import { DESK_PATH } from "./desk/desk-frame.ts";
import { mailboxAddress, mailboxDirOf } from "./mailbox/mailbox-pages.ts";
import { addMailboxRoutes } from "./mailbox/mailbox-routes.ts";
import { replyPageOf } from "./server/answer.ts";
import { createConnections } from "./server/connections.ts";
import { createApp } from "./server/create-app.ts";
import { closeServer, createHttpServer } from "./server/create-server.ts";
import { HTTP_LIMITS, type HttpLimits } from "./server/http-limits.ts";
import type { HttpParts } from "./server/http-parts.ts";
import { openLocalSocket } from "./server/local-socket.ts";

type Given = Omit<HttpParts, "isTrusted" | "bodyMs"> & { readonly limits?: HttpLimits };

export function createHttp({ limits = HTTP_LIMITS, ...given }: Given) {
  const { config, clock, observe, outbox, health, metrics, proxyNotice } = given;
  const { now } = clock;
  const isTrusted = createTrust(config.trustProxy);
  const parts: HttpParts = { ...given, isTrusted, bodyMs: limits.bodyMs };
  const connections = createConnections(limits, parts);
  const stats = () => outbox.stats(now());
  const mailboxDir = mailboxDirOf(config);
  const token = randomBytes(18).toString("base64url");
  const app = createApp(parts, {
    addRoutes(app) {
      app.use((request, _response, next) => {
        proxyNotice.inspect(request);
        next();
      });
      addCallRoutes(app, parts);
      addHealthRoutes(app, health);
      if (mailboxDir !== null) addMailboxRoutes(app, mailboxDir, token, stats);
    },
    refusedPage: replyPageOf(config.siteUrl, "refused"),
    hint: `Forms are posted to ${CALL_PATH}.`,
  });
  const renderMetrics = async () => metrics.render(await health.stats(), now(), connections.count());
  const operatorApp = (isLocal: boolean) => createOperatorApp(parts, renderMetrics, isLocal);
  const server = createHttpServer(app, limits, connections);
  const control = config.controlPort === null ? null : createHttpServer(operatorApp(false), limits, connections);
  let socket: Server | null = null;
  const open = async (one: Server, port: number): Promise<number> => {
    await once(one.listen(port, config.host), "listening");
    // Without a listener an error while a connection is taken would end the process.
    one.on("error", (error) => observe({ type: "fault", where: "server", error }));
    return (one.address() as AddressInfo).port;
  };
  return {
    /** Gives the addresses, null for what there is not. Rejects with CommandError, or as `listen` does. */
    async open() {
      socket = await openLocalSocket(config.socketPath, operatorApp(true));
      const port = await open(server, config.port);
      const controlPort = control === null ? null : await open(control, config.controlPort ?? 0);
      const address = `http://${inUrl(config.host)}`;
      const url = `${address}:${port}`;
      const controlUrl = (path: string) => (controlPort === null ? null : `${address}:${controlPort}${path}`);
      return {
        url,
        port,
        controlPort,
        metricsUrl: controlUrl("/metrics"),
        /** The link that opens it. */
        mailboxUrl: mailboxDir === null ? null : `http://${hereOf(config.host)}:${port}${mailboxAddress(token)}`,
        deskUrl: config.desk === null ? null : controlUrl(DESK_PATH),
      };
    },
    /** What is being answered is answered. */
    async close(): Promise<void> {
      await Promise.all([closeServer(server), control && closeServer(control), socket && closeServer(socket)]);
    },
  };
}

const inUrl = (host: string): string => (host.includes(":") ? `[${host}]` : host);

/** A relay on all addresses is reached by this name, too, on its own machine. */
const hereOf = (host: string): string => (/^(?:0\.0\.0\.0|::)$/.test(host) ? "localhost" : inUrl(host));
