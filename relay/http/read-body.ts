// A request's body → the object that was meant. Its bytes: at most as many as the contract allows, and in time; a sender that goes on and
// on, or never goes on, is cut off with an answer. Clients of earlier generations say something else than they send:
// text/plain around JSON, one type twice, a type without a body. What reads as JSON is JSON.
import type { IncomingMessage } from "node:http";
import { CALL_NAMES, MAX_BODY_BYTES } from "../contract.ts";
import { RefusedError } from "../errors.ts";
import { FIELD_NAMES } from "../mail/submission.ts";
import { parseJson } from "../parse-json.ts";

const JSON_TYPES = new Set(["", "application/json", "text/json", "text/plain", "application/octet-stream"]);

/**
 * The fields of a form, or what was sent as JSON. Rejects with RefusedError: payload_too_large, request_timeout or bad_request where the
 * bytes do not come; empty_body, invalid_json, bad_request or unsupported_type where they cannot be read.
 */
export async function readBody(request: IncomingMessage, timeoutMs: number) {
  const { "content-type": contentType, "content-encoding": packing = "" } = request.headers;
  // Pages of other origins cannot send this header, and a body of 32 kB needs none.
  if (!/^\s*(?:identity\s*)?$/i.test(packing))
    throw new RefusedError("unsupported_type", "The body is packed.", { hint: "Send it without content-encoding." });
  const bytes = await readBytes(request, timeoutMs, MAX_BODY_BYTES);
  // Two headers of one type arrive joined by a comma.
  const header = contentType?.split(",")[0]?.trim() ?? "";
  const type = header.split(";")[0]?.trim().toLowerCase() ?? "";
  if (bytes.length === 0) throw emptyBody();
  if (type === "application/x-www-form-urlencoded")
    return { fields: fieldsOf(new URLSearchParams(decode(bytes, header))) };
  if (type === "multipart/form-data") return { fields: fieldsOf(await parseMultipart(bytes, contentType ?? "")) };
  if (!JSON_TYPES.has(type) && !/^application\/[\w.-]+\+json$/.test(type)) throw unsupported(type);
  return { json: parseBody(decode(bytes, header)) };
}

/** Whether a request says of itself that it is a plain form's, before its body is read. */
export const isFormType = (contentType: string | undefined): boolean =>
  /^\s*(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(contentType ?? "");

const emptyBody = () =>
  new RefusedError("empty_body", "The request has no body.", {
    hint: "Send the form's fields as JSON. Some earlier functions clients send nothing when they are given a content-type header of their own: leave the header to the client.",
  });

const unsupported = (type: string) =>
  new RefusedError("unsupported_type", "The body's type is not taken.", {
    details: /^[\w.+-]+\/[\w.+-]+$/.test(type) ? `It came as ${type.slice(0, 80)}.` : null,
    hint: "Send application/json, or post a form as application/x-www-form-urlencoded or multipart/form-data.",
  });

const utf8 = new TextDecoder("utf-8", { fatal: true });

function decode(bytes: Buffer, header: string): string {
  const [, charset = "utf-8"] = /;\s*charset\s*=\s*"?([\w-]+)/i.exec(header) ?? [];
  if (!/^utf-?8$|^us-ascii$/i.test(charset))
    throw new RefusedError("unsupported_type", "The body's character set is not taken.", { hint: "Send UTF-8." });
  try {
    return utf8.decode(bytes);
  } catch (error) {
    throw new RefusedError("invalid_json", "The body is not UTF-8 text.", { hint: "Send UTF-8.", cause: error });
  }
}

function parseBody(text: string): unknown {
  if (text.trim() === "") throw emptyBody();
  try {
    const value = parseJson(text);
    // Who makes a string of the body before giving it to a client that does so too sends JSON within JSON.
    return typeof value === "string" ? parseJson(value) : value;
  } catch {
    throw new RefusedError("invalid_json", "The body is not JSON.", {
      hint: 'Send an object such as {"firstName": "...", "email": "..."}.',
    });
  }
}

/** Files are not taken; a file field that was left empty is. */
async function parseMultipart(bytes: Buffer, contentType: string): Promise<[name: string, value: string][]> {
  const form = await new Response(new Uint8Array(bytes), { headers: { "content-type": contentType } })
    .formData()
    .catch((cause: unknown) => {
      throw new RefusedError("bad_request", "The form's parts cannot be read.", { cause });
    });
  return [...form].flatMap(([name, value]): [string, string][] => {
    if (typeof value === "string") return [[name, value]];
    if (value.size === 0) return [];
    throw new RefusedError("unsupported_type", "Files are not taken.", { hint: "Send files by email." });
  });
}

type FormFields = Record<string, string | string[]>;

/** A field of the form's own that comes again is one with several answers; of any other the last one counts. */
function fieldsOf(pairs: Iterable<readonly [name: string, value: string]>): FormFields {
  const fields: FormFields = Object.create(null);
  for (const [name, value] of pairs) {
    const before = fields[name];
    if (before === undefined || SINGLE.has(name)) fields[name] = value;
    else if (typeof before === "string") fields[name] = [before, value];
    else before.push(value);
  }
  return fields;
}

const SINGLE: ReadonlySet<string> = new Set([...FIELD_NAMES, ...CALL_NAMES]);

/** Rejects with RefusedError: payload_too_large, request_timeout or bad_request. */
export const readBytes = (request: IncomingMessage, timeoutMs: number, maxBytes: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    if (Number(request.headers["content-length"] ?? 0) > maxBytes) throw tooLarge(maxBytes);
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (settle: () => void) => {
      clearTimeout(timer);
      request.off("data", take).off("end", finish).off("error", breakOff).off("close", breakOff);
      settle();
    };
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) end(() => reject(tooLarge(maxBytes)));
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

const tooLarge = (maxBytes: number) =>
  new RefusedError("payload_too_large", "The request is too large.", {
    details: `At most ${maxBytes} bytes are taken.`,
    hint: "Shorten the message, or send the rest by email.",
  });
