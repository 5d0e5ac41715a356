// The bytes of a request: at most as many as the contract allows, packed or not, and in bearable time. Senders that go on and on,
// or never go on, are told so and cut off.
import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import { MAX_BODY_BYTES } from "../contract.ts";
import { RefusedError } from "../errors.ts";

const UNPACK = {
  gzip: promisify(gunzip),
  "x-gzip": promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};
type Packing = keyof typeof UNPACK;

/** Rejects with RefusedError: payload_too_large, unsupported_type, request_timeout or bad_request. */
export async function readBody(request: IncomingMessage, timeoutMs: number): Promise<Buffer> {
  const packing = readPacking(request.headers["content-encoding"]);
  if (Number(request.headers["content-length"] ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  const bytes = await readBytes(request, timeoutMs);
  return packing === null || bytes.length === 0 ? bytes : unpack(bytes, packing);
}

function readPacking(header: string | undefined): Packing | null {
  const name = header?.trim().toLowerCase() ?? "";
  if (name === "" || name === "identity") return null;
  if (Object.hasOwn(UNPACK, name)) return name as Packing;
  throw new RefusedError("unsupported_type", "The body is packed in a way that is not taken.", {
    hint: `Send it as it is, or with content-encoding ${Object.keys(UNPACK).join(", ")}.`,
  });
}

const readBytes = (request: IncomingMessage, timeoutMs: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (settle: () => void) => {
      clearTimeout(timer);
      request.off("data", take).off("end", finish).off("error", breakOff).off("close", breakOff);
      settle();
    };
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_BODY_BYTES) end(() => reject(tooLarge()));
      else chunks.push(chunk);
    };
    const finish = () => end(() => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    const breakOff = () => end(() => reject(new RefusedError("bad_request", "The request broke off before its end.")));
    const timer = setTimeout(
      () => end(() => reject(new RefusedError("request_timeout", "The body took too long to arrive."))),
      timeoutMs,
    );
    request.on("data", take).on("end", finish).on("error", breakOff).on("close", breakOff);
  });

async function unpack(bytes: Buffer, packing: Packing): Promise<Buffer> {
  try {
    return await UNPACK[packing](bytes, { maxOutputLength: MAX_BODY_BYTES });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw tooLarge();
    throw new RefusedError("bad_request", "The body cannot be unpacked.", { cause: error });
  }
}

const tooLarge = () =>
  new RefusedError("payload_too_large", "The request is too large.", {
    details: `At most ${MAX_BODY_BYTES} bytes are taken.`,
    hint: "Shorten the message, or send the rest by email.",
  });
