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

type HttpOptions = Omit<HttpParts, "isTrusted" | "bodyMs"> & { readonly limits?: HttpLimits };

/** Null for what there is not. */
export interface HttpAddresses {
  readonly url: string;
  readonly port: number;
  readonly controlPort: number | null;
  readonly metricsUrl: string | null;
  /** The link that opens the mailbox. */
  readonly mailboxUrl: string | null;
  readonly deskUrl: string | null;
}

export interface Http {
  /** Rejects with CommandError, or as `listen` does. */
  readonly open: () => Promise<HttpAddresses>;
  /** What is being answered is answered. */
  readonly close: () => Promise<void>;
}

export function createHttp({ limits = HTTP_LIMITS, ...options }: HttpOptions): Http {
  const { config, clock, observe, outbox, health, metrics, proxyNotice } = options;
  const { now } = clock;
  const isTrusted = createTrust(config.trustProxy);
  const parts: HttpParts = { ...options, isTrusted, bodyMs: limits.bodyMs };
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
        mailboxUrl: mailboxDir === null ? null : `http://${hereOf(config.host)}:${port}${mailboxAddress(token)}`,
        deskUrl: config.desk === null ? null : controlUrl(DESK_PATH),
      };
    },
    async close() {
      await Promise.all([closeServer(server), control && closeServer(control), socket && closeServer(socket)]);
    },
  };
}

const inUrl = (host: string): string => (host.includes(":") ? `[${host}]` : host);

/** A relay on all addresses is reached by this name, too, on its own machine. */
const hereOf = (host: string): string => (/^(?:0\.0\.0\.0|::)$/.test(host) ? "localhost" : inUrl(host));
