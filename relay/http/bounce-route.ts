// Bounces over HTTP: the raw mail.
import type { RequestHandler } from "express";
import { RefusedError } from "../errors.ts";
import { MAX_BOUNCE_BYTES, parseBounce } from "../mail/parse-bounce.ts";
import type { Service } from "../service/service.ts";
import { sendText } from "./answer.ts";
import type { CheckCaller } from "./control-token.ts";
import { readBytes } from "./read-body.ts";

interface BounceParts {
  readonly service: Pick<Service, "bounce">;
  /** Milliseconds a body may take. */
  readonly bodyMs: number;
}

export function createBounceRoute({ service, bodyMs }: BounceParts, checkCaller: CheckCaller): RequestHandler {
  return async (request, response, next) => {
    if (request.path !== "/bounces" || request.method !== "POST") return next();
    response.locals.route = "bounces";
    await checkCaller(request);
    const bytes = await readBytes(request, bodyMs, MAX_BOUNCE_BYTES);
    const type = (request.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase();
    if (type !== "message/rfc822")
      throw new RefusedError("unsupported_type", "The body's type is not taken.", {
        hint: "Send the raw mail as message/rfc822.",
      });
    const recipient = request.headers["x-recipient"];
    const report = await parseBounce(bytes, typeof recipient === "string" ? recipient : null);
    const { outcome } = await service.bounce({ report }, "bounces");
    sendText(response, 200, "application/json; charset=utf-8", JSON.stringify({ data: { outcome }, error: null }));
  };
}
