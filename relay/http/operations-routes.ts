// For supervisors and Prometheus: is it alive, is it ready, and the metrics. Nothing here names a visitor.
import type { Request, RequestHandler, Response } from "express";
import type { Metrics } from "../operators/metrics.ts";
import { isAskedInside, isForwarded, isFromThisMachine } from "./inside.ts";

export interface OperationsParts {
  readonly metrics: Metrics;
  /** Why nothing can be accepted now; null while it can. */
  readonly notReady: () => Promise<"draining" | "store" | "delivery" | null>;
  /** Where the figures are: nowhere, beside the call, or on a port that is for operators alone. */
  readonly figures: "none" | "beside-the-call" | "apart";
}

type Answer = (request: Request, response: Response) => Promise<void>;

const PLAIN = "text/plain; charset=utf-8";

export function createOperationsRoutes(parts: OperationsParts): RequestHandler {
  const { metrics, notReady, figures } = parts;
  const answers: Readonly<Record<string, Answer>> = {
    "/healthz": async (_request, response) => send(response, 200, PLAIN, "alive\n"),
    "/readyz": async (_request, response) => {
      const reason = await notReady();
      if (reason === null) return send(response, 200, PLAIN, "ready\n");
      response.setHeader("retry-after", "5");
      send(response, 503, PLAIN, `not ready: ${reason}\n`);
    },
    "/metrics": async (request, response) => {
      // Beside the call figures are for this machine alone, and not for what a proxy on it hands on. A header can close, never open.
      const isOpen = figures === "apart" || (isFromThisMachine(request) && !isForwarded(request));
      if (figures === "none" || !isOpen || !isAskedInside(request)) send(response, 404, PLAIN, "not found\n");
      else send(response, 200, metrics.contentType, await metrics.render());
    },
  };
  return (request, response, next) => {
    const answer = Object.hasOwn(answers, request.path) ? answers[request.path] : undefined;
    if (!answer || (request.method !== "GET" && request.method !== "HEAD")) return next();
    response.locals.route = "operations";
    answer(request, response).catch(next);
  };
}

function send(response: Response, status: number, type: string, text: string): void {
  response.statusCode = status;
  response.setHeader("content-type", type);
  response.setHeader("content-length", Buffer.byteLength(text));
  response.end(text);
}
