// The bytes of a request: at most as many as its route allows, and in time. A sender that does not stop, or stalls, is cut off
// with an answer.
import type { IncomingMessage } from "node:http";
import { RefusedError } from "../../errors.ts";

/** Larger bodies share one budget, so that ordinary requests do not wait for a huge one. */
const LARGE_BYTES = 32_768;
const MOST_LARGE_BYTES = 67_108_864;
/** Of this process, as its memory is. */
let largeBytes = 0;

/** Rejects with RefusedError: payload_too_large, not_durable where too many large ones arrive, request_timeout or bad_request. */
export const readBytes = (request: IncomingMessage, timeoutMs: number, maxBytes: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    if (Number(request.headers["content-length"] ?? 0) > maxBytes) throw tooLarge(maxBytes);
    const chunks: Buffer[] = [];
    let size = 0;
    let large = 0;
    const end = (settle: () => void) => {
      clearTimeout(timer);
      largeBytes -= large;
      request.off("data", addChunk).off("end", finish).off("error", breakOff).off("close", breakOff);
      settle();
    };
    const addChunk = (chunk: Buffer) => {
      size += chunk.length;
      if (size > LARGE_BYTES) {
        large += chunk.length;
        largeBytes += chunk.length;
      }
      if (size > maxBytes) end(() => reject(tooLarge(maxBytes)));
      else if (largeBytes > MOST_LARGE_BYTES && large > 0) end(() => reject(tooBusy()));
      else chunks.push(chunk);
    };
    const finish = () => end(() => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    const breakOff = () => end(() => reject(new RefusedError("bad_request", "The request broke off before its end.")));
    const timer = setTimeout(
      () => end(() => reject(new RefusedError("request_timeout", "The body took too long to arrive."))),
      timeoutMs,
    );
    request.on("data", addChunk).on("end", finish).on("error", breakOff).on("close", breakOff);
  });

const tooLarge = (maxBytes: number) =>
  new RefusedError("payload_too_large", "The request is too large.", {
    details: `At most ${maxBytes} bytes are taken.`,
    hint: "Shorten the message, or send the rest by email.",
  });

const tooBusy = () =>
  new RefusedError("not_durable", "Too many large requests arrive at once; nothing was accepted.", {
    hint: "Send it again in a few seconds.",
    headers: { "retry-after": "5" },
  });
