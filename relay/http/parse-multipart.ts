// A multipart body → its fields, in their order. The body is whole and small by now, so it is read in one go: there is no stream that could fail later.
import { RefusedError } from "../errors.ts";

/** Throws RefusedError: bad_request where the parts cannot be separated, unsupported_type for files and unknown character sets. */
export function parseMultipart(bytes: Buffer, contentType: string): [name: string, value: string][] {
  const boundary = parameterOf(contentType, "boundary");
  if (boundary === null) throw broken("The content-type names no boundary.");
  const fields: [name: string, value: string][] = [];
  for (const part of partsOf(bytes, boundary)) {
    const headers = headersOf(part);
    const disposition = headers.get("content-disposition") ?? "";
    if (!/^form-data\s*(?:;|$)/i.test(disposition)) continue;
    const type = headers.get("content-type") ?? "text/plain";
    const content = part.subarray(part.indexOf(HEAD_END) + HEAD_END.length);
    if (isFile(disposition, type)) {
      // A file field that was left empty comes as a part without bytes.
      if (content.length > 0)
        throw new RefusedError("unsupported_type", "Files are not taken.", { hint: "Send files by email." });
      continue;
    }
    const name = parameterOf(disposition, "name");
    if (name !== null) fields.push([name, decode(content, parameterOf(type, "charset") ?? "utf-8")]);
  }
  return fields;
}

const CRLF = "\r\n";
const HEAD_END = "\r\n\r\n";

/** Each part as `CRLF headers CRLF CRLF content`; what comes before the first and after the last boundary is not looked at. */
function* partsOf(bytes: Buffer, boundary: string): Generator<Buffer> {
  // The first boundary may be the body's first line.
  const body = Buffer.concat([Buffer.from(CRLF), bytes]);
  // One character a byte: what is found in the text is at the same place in the bytes.
  const text = body.toString("latin1");
  const delimiter = `${CRLF}--${boundary}`;
  let start: number | null = null;
  for (let at = text.indexOf(delimiter); at >= 0; at = text.indexOf(delimiter, at + CRLF.length)) {
    BOUNDARY_END.lastIndex = at + delimiter.length;
    const [rest] = BOUNDARY_END.exec(text) ?? [];
    // Content, as is another boundary that begins like this one.
    if (rest === undefined) continue;
    if (start !== null) yield body.subarray(start, at);
    if (rest === "--") return;
    start = at + delimiter.length + rest.length;
  }
  throw broken("The last boundary is missing.");
}

const BOUNDARY_END = /--|[ \t]*(?=\r\n)/y;

/** Throws bad_request where a part has no end of its headers, or a line that is none. */
function headersOf(part: Buffer): Map<string, string> {
  const end = part.indexOf(HEAD_END);
  if (end < 0) throw broken("A part has no content.");
  const lines = part
    .toString("utf8", 0, end)
    .replace(/\r\n[ \t]+/g, " ")
    .split(CRLF)
    .slice(1);
  return new Map(
    lines.map((line) => {
      const [, name = "", value = ""] = /^([^\s:]+)[ \t]*:(.*)$/s.exec(line) ?? [];
      if (name === "") throw broken("A part has a line that is not a header.");
      return [name.toLowerCase(), value.trim()];
    }),
  );
}

const isFile = (disposition: string, type: string): boolean =>
  /;\s*filename\*?\s*=/i.test(disposition) || /^application\/octet-stream\b/i.test(type);

/** `; name=value` or `; name="value"`; null where there is none. */
function parameterOf(header: string, name: string): string | null {
  for (const [, found, quoted, plain] of header.matchAll(PARAMETER))
    if (found?.toLowerCase() === name) return quoted?.replace(/\\(["\\])/g, "$1") ?? plain ?? null;
  return null;
}

const PARAMETER = /;\s*([^\s=;]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]+))/g;

function decode(bytes: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch (cause) {
    throw new RefusedError("unsupported_type", "The character set of a part is not taken.", {
      hint: "Send UTF-8.",
      cause,
    });
  }
}

const broken = (details: string) => new RefusedError("bad_request", "The form's parts cannot be read.", { details });
