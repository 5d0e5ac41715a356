// A request's body → the object that was meant. Some clients declare another type than they send: text/plain around JSON,
// one type twice, a type without a body. What reads as JSON is JSON.

import type { IncomingMessage } from "node:http";
import { CALL_NAMES, MAX_BODY_BYTES } from "../../contract.ts";
import { RefusedError } from "../../errors.ts";
import { parseJson } from "../../parse-json.ts";
import { FIELD_NAMES } from "../../requests/submission.ts";
import { type Pair, parseMultipart } from "./parse-multipart.ts";
import { readBytes } from "./read-bytes.ts";
import { charsetOf, checkCharset, decodeTyped, UTF_8, UTF_8_OR_LATIN } from "./typed-text.ts";

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
  if (type === "multipart/form-data") return { fields: fieldsOf(parseMultipart(bytes, contentType ?? "")) };
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
  checkCharset(charsetOf(header), UTF_8);
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
    // A caller that serialises the body before passing it to a client that does so, too, sends JSON within JSON.
    return typeof value === "string" ? parseJson(value) : value;
  } catch {
    throw new RefusedError("invalid_json", "The body is not JSON.", {
      hint: 'Send an object such as {"firstName": "...", "email": "..."}.',
    });
  }
}

function parseUrlEncoded(bytes: Buffer, header: string): Pair[] {
  checkCharset(charsetOf(header), UTF_8_OR_LATIN);
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

type FormFields = Record<string, string | string[]>;

/** A repeated field of the form's own has several answers; of any other field the last value counts. */
function fieldsOf(pairs: readonly Pair[]): FormFields {
  const fields: FormFields = Object.create(null);
  for (const [name, value] of pairs) {
    const earlier = fields[name];
    if (earlier === undefined || SINGLE.has(name)) fields[name] = value;
    else if (typeof earlier === "string") fields[name] = [earlier, value];
    else earlier.push(value);
  }
  return fields;
}

const SINGLE: ReadonlySet<string> = new Set([...FIELD_NAMES, ...CALL_NAMES]);
