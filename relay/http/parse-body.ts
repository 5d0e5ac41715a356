// Bytes → the object that was meant. Clients of earlier generations say something else than they send: text/plain around JSON, one
// type twice, a type without a body. What reads as JSON is JSON.
import busboy from "busboy";
import { RefusedError } from "../errors.ts";

export type BodyKind = "json" | "form";

export interface ParsedBody {
  readonly kind: BodyKind;
  readonly value: unknown;
}

const JSON_TYPES = new Set(["", "application/json", "text/json", "text/plain", "application/octet-stream"]);

/** Rejects with RefusedError: empty_body, invalid_json or unsupported_type. */
export async function parseBody(bytes: Buffer, contentType: string | undefined): Promise<ParsedBody> {
  // Two headers of one type arrive joined by a comma.
  const header = contentType?.split(",")[0]?.trim() ?? "";
  const type = header.split(";")[0]?.trim().toLowerCase() ?? "";
  if (bytes.length === 0) throw emptyBody();
  if (type === "application/x-www-form-urlencoded")
    return { kind: "form", value: parseUrlEncoded(decode(bytes, header)) };
  if (type === "multipart/form-data") return { kind: "form", value: await parseMultipart(bytes, contentType ?? "") };
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

const MOST_PARTS = 64;

const parseMultipart = (bytes: Buffer, contentType: string): Promise<Record<string, string>> =>
  new Promise((resolve, reject) => {
    const broken = (cause?: unknown) =>
      reject(new RefusedError("bad_request", "The form's parts cannot be read.", { cause }));
    const fields: Record<string, string> = Object.create(null);
    try {
      const parser = busboy({ headers: { "content-type": contentType }, limits: { parts: MOST_PARTS } });
      parser.on("field", (name, value) => {
        fields[name] = value;
      });
      parser.on("file", (_name, stream) => {
        let size = 0;
        stream.on("data", (chunk: Buffer) => {
          size += chunk.length;
        });
        // A file field that was left empty comes as a part without bytes.
        stream.on("close", () => {
          if (size > 0)
            reject(new RefusedError("unsupported_type", "Files are not taken.", { hint: "Send files by e-mail." }));
        });
      });
      parser.on("error", broken);
      parser.on("close", () => resolve(asFormFields(fields)));
      parser.end(bytes);
    } catch (error) {
      broken(error);
    }
  });

/** A plain form cannot split one name field into two: the first word is the first name, the rest the last (specification, section 3). */
function asFormFields(fields: Record<string, string>): Record<string, string> {
  const { name, ...rest } = fields;
  if (name === undefined || rest.firstName !== undefined) return fields;
  const [firstName = "", ...others] = name.trim().split(/\s+/);
  return { ...rest, firstName, lastName: rest.lastName ?? others.join(" ") };
}
