// A form that was posted in parts (RFC 7578) → its fields. The body is here as a whole and small, so it is cut at its boundary lines, as clients
// write them: with blanks behind them (RFC 2046), line feeds alone, words before the first part and behind the last. A part that
// cannot be read as the text of a field refuses the form: none is left out.

import { RefusedError } from "../../errors.ts";
import { parametersOf } from "./header-parameters.ts";
import { charsetOf, checkCharset, decodeTyped, UTF_8_OR_LATIN } from "./typed-text.ts";

export type Pair = readonly [name: string, value: string];

/** Files are refused; an empty file field is not. Throws RefusedError: bad_request or unsupported_type. */
export function parseMultipart(bytes: Buffer, contentType: string): Pair[] {
  const parameters = parametersOf(contentType);
  const boundary = (parameters.get("boundary") ?? "").trimEnd();
  if (boundary === "") throw unreadable("The header content-type names no boundary.");
  return partsBetween(boundary, bytes.toString("latin1")).map((part) => pairOf(part, contentType));
}

/** Texts have a unit for each byte. */
function partsBetween(boundary: string, text: string): string[] {
  const escaped = boundary.replace(/[^\w]/g, "\\$&");
  const line = new RegExp(`(?:^|\\r?\\n)--${escaped}(?:[ \\t]*(--))?[ \\t]*(?:(?=\\r?\\n)|$)`, "g");
  const parts: string[] = [];
  let start: number | null = null;
  for (const { index, 0: found, 1: end } of text.matchAll(line)) {
    if (start !== null) parts.push(text.slice(start, index));
    if (end !== undefined) return parts;
    start = index + found.length;
  }
  throw unreadable(start === null ? "There is no boundary line." : "The last boundary line is missing.");
}

function pairOf(part: string, formType: string): Pair {
  const { headers, content } = splitPart(part);
  const disposition = headers.get("content-disposition") ?? "";
  const type = headers.get("content-type") ?? "";
  const parameters = parametersOf(disposition);
  const name = parameters.get("name");
  if (!/^\s*form-data\s*(?:;|$)/i.test(disposition) || name === undefined) throw unreadable("A part names no field.");
  const bytes = decodeTransfer(content, (headers.get("content-transfer-encoding") ?? "").trim().toLowerCase());
  const fieldName = decodeTyped(Buffer.from(name, "latin1"));
  if (bytes.length === 0) return [fieldName, ""];
  if (parameters.has("filename") || parameters.has("filename*") || !TEXT_TYPE.test(type)) throw isFile();
  checkCharset(charsetOf(type) ?? charsetOf(formType), UTF_8_OR_LATIN);
  return [fieldName, decodeTyped(bytes)];
}

/** The types of a field. Some programs send texts as `application/octet-stream`. */
const TEXT_TYPE = /^\s*(?:(?:text\/[\w.+-]+|application\/(?:json|octet-stream))\s*(?:;|$)|$)/i;

/** Behind its boundary line: lines of headers, which may be folded, an empty one, and the content, which may be missing with it. */
function splitPart(part: string): { readonly headers: ReadonlyMap<string, string>; readonly content: string } {
  const end = /\r?\n\r?\n/.exec(part);
  const lines = part
    .slice(0, end?.index)
    .replace(/\r?\n[ \t]+/g, " ")
    .split(/\r?\n/);
  const headers = new Map(
    lines.map((line): Pair => {
      const colon = line.indexOf(":");
      return [line.slice(0, Math.max(0, colon)).trim().toLowerCase(), line.slice(colon + 1)];
    }),
  );
  return { headers, content: end === null ? "" : part.slice(end.index + end[0].length) };
}

/** Browsers send none of these encodings; programs that write forms as they write mails do. */
function decodeTransfer(content: string, encoding: string): Buffer {
  if (["", "7bit", "8bit", "binary"].includes(encoding)) return Buffer.from(content, "latin1");
  if (encoding === "quoted-printable") return Buffer.from(decodeQuoted(content), "latin1");
  if (encoding === "base64" && /^[A-Za-z\d+/\s]*(?:=\s*){0,2}$/.test(content)) return Buffer.from(content, "base64");
  throw new RefusedError("unsupported_type", "The encoding of the form's parts is not taken.", {
    hint: "Send parts without content-transfer-encoding.",
  });
}

const decodeQuoted = (text: string): string =>
  text
    .replace(/=[ \t]*(?:\r?\n|$)/g, "")
    .replace(/=([\dA-F]{2})/gi, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)));

const unreadable = (details: string) =>
  new RefusedError("bad_request", "The form's parts cannot be read.", {
    details,
    hint: "Let the program that sends the form write the body and its content-type.",
  });

const isFile = () => new RefusedError("unsupported_type", "Files are not taken.", { hint: "Send files by email." });
