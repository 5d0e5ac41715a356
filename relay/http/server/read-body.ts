// A request's body → the object that was meant. Clients of earlier generations say something else than they send: text/plain around JSON,
// one type twice, a type without a body. What reads as JSON is JSON.

import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { CALL_NAMES, MAX_BODY_BYTES } from "../../contract.ts";
import { RefusedError } from "../../errors.ts";
import { parseJson } from "../../parse-json.ts";
import { FIELD_NAMES } from "../../requests/submission.ts";
import { readBytes } from "./read-bytes.ts";

const JSON_TYPES = new Set(["", "application/json", "text/json", "text/plain", "application/octet-stream"]);

/**
 * The fields of a form, or what was sent as JSON. Rejects with RefusedError: payload_too_large, request_timeout or bad_request where the
 * bytes do not come; empty_body, invalid_json, bad_request or unsupported_type where they cannot be read.
 */
export async function readBody(request: IncomingMessage, timeoutMs: number) {
  const { "content-type": contentType, "content-encoding": packing = "" } = request.headers;
  // Pages of other origins cannot send this header, and a body of this size needs none.
  if (!/^\s*(?:identity\s*)?$/i.test(packing))
    throw new RefusedError("unsupported_type", "The body is packed.", { hint: "Send it without content-encoding." });
  const bytes = await readBytes(request, timeoutMs, MAX_BODY_BYTES);
  // Two headers of one type arrive joined by a comma.
  const header = contentType?.split(",")[0]?.trim() ?? "";
  const type = header.split(";")[0]?.trim().toLowerCase() ?? "";
  if (bytes.length === 0) throw emptyBody();
  if (type === "application/x-www-form-urlencoded") return { fields: fieldsOf(parseUrlEncoded(bytes, header)) };
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

const UTF_8 = /^(?:utf-?8|us-ascii)$/i;
const UTF_8_OR_LATIN = /^(?:utf-?8|us-ascii|iso-?8859-1|latin-?1|windows-1252|cp-?1252)$/i;

function checkCharset(header: string, isTaken: RegExp): void {
  const [, charset = "utf-8"] = /;\s*charset\s*=\s*"?([\w-]+)/i.exec(header) ?? [];
  if (!isTaken.test(charset))
    throw new RefusedError("unsupported_type", "The body's character set is not taken.", { hint: "Send UTF-8." });
}

function decode(bytes: Buffer, header: string): string {
  checkCharset(header, UTF_8);
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

// Forms that are posted: pairs of names and values, whose bytes are UTF-8 or, from pages and programs of the nineties, windows-1252, which
// Latin-1 is a part of.

type Pair = readonly [name: string, value: string];

/** What windows-1252 has in place of Latin-1's controls 0x80 to 0x9f. Node's own decoder takes both for one (nodejs/node#56542). */
const WINDOWS_1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

const decodeWindows1252 = (bytes: Buffer): string =>
  bytes.toString("latin1").replace(/[\u0080-\u009f]/g, (unit) => WINDOWS_1252.charAt(unit.charCodeAt(0) - 0x80));

/** Each text for itself: one that was cut within a character spoils no other. */
function decodeTyped(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return decodeWindows1252(bytes);
  }
}

function parseUrlEncoded(bytes: Buffer, header: string): Pair[] {
  checkCharset(header, UTF_8_OR_LATIN);
  const parts = bytes.toString("latin1").split("&").filter(Boolean);
  return parts.map((part): Pair => {
    const [name = "", ...value] = part.split("=");
    return [decodeTyped(percentDecoded(name)), decodeTyped(percentDecoded(value.join("=")))];
  });
}

const percentDecoded = (text: string): Buffer =>
  Buffer.from(
    text
      .replaceAll("+", " ")
      .replace(/%([\da-f]{2})/gi, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16))),
    "latin1",
  );

/** Files are not taken; a file field that was left empty is. */
async function parseMultipart(bytes: Buffer, contentType: string): Promise<Pair[]> {
  const { default: Busboy } = await import("@fastify/busboy");
  const parts: Promise<Pair>[] = [];
  try {
    // As files, parts come as their bytes.
    const parser = new Busboy({ headers: { "content-type": contentType }, isPartAFile: () => true });
    parser.on("file", (name, stream, filename) => {
      const part = readPart(name, stream, filename);
      // The parser rejects as well where a part breaks off; that is reported.
      part.catch(() => {});
      parts.push(part);
    });
    const whole = once(parser, "finish");
    parser.end(withWebLineBreaks(bytes));
    await whole;
    return await Promise.all(parts);
  } catch (cause) {
    if (cause instanceof RefusedError) throw cause;
    throw new RefusedError("bad_request", "The form's parts cannot be read.", { cause });
  }
}

async function readPart(name: string, stream: Readable, filename: string | undefined): Promise<Pair> {
  const value = await buffer(stream);
  if (filename === undefined || value.length === 0) return [name, decodeTyped(value)];
  throw new RefusedError("unsupported_type", "Files are not taken.", { hint: "Send files by email." });
}

/** Programs that write the line breaks of their own system between the parts. Within a text both are one line break. */
const withWebLineBreaks = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.toString("latin1").replace(/(?<!\r)\n/g, "\r\n"), "latin1");

type FormFields = Record<string, string | string[]>;

/** A field of the form's own that comes again is one with several answers; of any other the last one counts. */
function fieldsOf(pairs: readonly Pair[]): FormFields {
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
