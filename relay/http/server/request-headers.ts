// Who calls, and how: the key they bring, whether a script reads JSON or a person sees the answer, and who has the control token.
import type { IncomingMessage } from "node:http";
import { RefusedError } from "../../errors.ts";
import { isFormType } from "./read-body.ts";

export const header = ({ headers }: IncomingMessage, name: string): string => String(headers[name] ?? "").trim();

/**
 * A post that a browser made from a form without script. The functions client can send multipart bodies too; it is known by the
 * headers that it sets, and its caller wants JSON.
 */
export function isPlainForm(request: IncomingMessage): boolean {
  if (!isFormType(request.headers["content-type"])) return false;
  if (["apikey", "authorization", "x-client-info"].some((name) => header(request, name) !== "")) return false;
  const accepted = header(request, "accept");
  return !accepted.includes("application/json") || accepted.includes("text/html");
}

const MAX_KEY = 255;

/** Throws RefusedError `validation_failed`. */
export function readIdempotencyKey(request: IncomingMessage): string | null {
  const key = header(request, "idempotency-key");
  if (key === "") return null;
  if (key.length <= MAX_KEY && /^[\x20-\x7e]+$/.test(key)) return key;
  const problem = { field: "idempotency-key", message: `must be at most ${MAX_KEY} plain characters` };
  throw new RefusedError("validation_failed", "The idempotency-key cannot be used.", { fields: [problem] });
}
