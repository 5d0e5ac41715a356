// Bytes → the object that was meant. Clients of earlier generations say something else than they send: text/plain around JSON, one
// type twice, a type without a body. What reads as JSON is JSON.
import { RefusedError } from "../errors.ts";
import { parseMultipart } from "./parse-multipart.ts";

export type BodyKind = "json" | "form";

export interface ParsedBody {
  readonly kind: BodyKind;
  readonly value: unknown;
}

const JSON_TYPES = new Set(["", "application/json", "text/json", "text/plain", "application/octet-stream"]);

/** Throws RefusedError: empty_body, invalid_json, bad_request or unsupported_type. */
export function parseBody(bytes: Buffer, contentType: string | undefined): ParsedBody {
  // Two headers of one type arrive joined by a comma.
  const header = contentType?.split(",")[0]?.trim() ?? "";
  const type = header.split(";")[0]?.trim().toLowerCase() ?? "";
  if (bytes.length === 0) throw emptyBody();
  if (type === "application/x-www-form-urlencoded")
    return { kind: "form", value: parseUrlEncoded(decode(bytes, header)) };
  if (type === "multipart/form-data")
    return { kind: "form", value: asFormFields(parseMultipart(bytes, contentType ?? "")) };
  if (!JSON_TYPES.has(type) && !/^application\/[\w.-]+\+json$/.test(type)) throw unsupported(type);
  return { kind: "json", value: parseJson(decode(bytes, header)) };
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
    details: /^[\w.+-]+\/[\w.+-]+$/.test(type) ? `It came as ${type.slice(0, 80)}.` : undefined,
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

function parseJson(text: string): unknown {
  if (text.trim() === "") throw emptyBody();
  try {
    const value: unknown = JSON.parse(text);
    // Who makes a string of the body before giving it to a client that does so too sends JSON within JSON.
    return typeof value === "string" ? JSON.parse(value) : value;
  } catch {
    throw new RefusedError("invalid_json", "The body is not JSON.", {
      hint: 'Send an object such as {"firstName": "...", "email": "..."}.',
    });
  }
}

function parseUrlEncoded(text: string): Record<string, string> {
  const fields: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) fields[name] = value;
  return asFormFields(fields);
}

/** A plain form cannot split one name field into two: the first word is the first name, the rest the last (specification, section 3). */
function asFormFields(fields: Record<string, string>): Record<string, string> {
  const { name, ...rest } = fields;
  if (name === undefined || rest.firstName !== undefined) return fields;
  const [firstName = "", ...others] = name.trim().split(/\s+/);
  return { ...rest, firstName, lastName: rest.lastName ?? others.join(" ") };
}
