import type { Request, Response } from "express";
import { MAX_BOUNCE_BYTES, parseBounce } from "../../bounces/parse-bounce.ts";
import { RefusedError } from "../../errors.ts";
import { sendText } from "../server/answer.ts";
import type { HttpParts } from "../server/http-parts.ts";
import { readBytes } from "../server/read-bytes.ts";
import { JSON_TYPE } from "./command-route.ts";

export async function answerBounce(
  { service, bodyMs }: HttpParts,
  request: Request,
  response: Response,
): Promise<void> {
  const bytes = await readBytes(request, bodyMs, MAX_BOUNCE_BYTES);
  if (!request.is("message/rfc822"))
    throw new RefusedError("unsupported_type", "The body's type is not taken.", {
      hint: "Send the raw mail as message/rfc822.",
    });
  const report = await parseBounce(bytes, request.get("x-recipient") ?? null);
  const { outcome } = await service.bounce({ report }, "bounces");
  sendText(response, 200, JSON_TYPE, JSON.stringify({ data: { outcome }, error: null }));
}
