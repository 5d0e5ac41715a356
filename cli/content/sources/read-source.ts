import { isUtf8 } from "node:buffer";
import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { contentHash } from "../../files/content-hash.ts";
import type { SourceRef } from "./list-sources.ts";

/** A source with its text, which is as on the disk but for the byte order mark. */
export interface SourceFile extends SourceRef {
  readonly text: string;
}

/** A source as it was read. */
export interface StoredSource extends SourceFile {
  /** The content hash of the text. */
  readonly textHash: string;
}

const BYTE_ORDER_MARK = Buffer.from("\ufeff");

export const MAX_SOURCE_BYTES = 1_048_576;

/** Reads one source. For a file that cannot be used, returns its diagnostic instead. */
export function readSource(ref: SourceRef): StoredSource | Diagnostic {
  const { file, newText } = ref;
  if (newText !== undefined) {
    const text = newText.replace(/^\ufeff/, "");
    return { ...ref, text, textHash: contentHash(Buffer.from(text)) };
  }
  const fail = (code: Diagnostic["code"], message: string, hint: string): Diagnostic => {
    return { code, severity: "error", message, file, hint };
  };
  let descriptor: number | undefined;
  try {
    // A pipe would make the build wait for a writer.
    descriptor = openSync(ref.path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stat = fstatSync(descriptor);
    if (!stat.isFile())
      return fail("SOURCE_UNREADABLE", "This is not a file with text in it.", "take it out of content/");
    const { size } = stat;
    if (size > MAX_SOURCE_BYTES) {
      const mebibytes = (Math.ceil((size * 10) / MAX_SOURCE_BYTES) / 10).toFixed(1);
      const message = `The file has ${mebibytes} MiB; a content file may have 1 MiB.`;
      return fail("SOURCE_TOO_LARGE", message, "split it, or check that it is the file you meant");
    }
    // Some file systems give no size for files that have text.
    const content = size === 0 ? readFileSync(descriptor) : readBytes(descriptor, size);
    if (!isUtf8(content) || content.includes(0)) {
      const hint = 'save it with the encoding "UTF-8" in your editor';
      return fail("SOURCE_NOT_TEXT", "The file is not text in UTF-8.", hint);
    }
    const hasMark = content.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
    const textBytes = hasMark ? content.subarray(BYTE_ORDER_MARK.length) : content;
    const text = textBytes.toString("utf8");
    if (text.includes("\r") && !text.includes("\n")) {
      const hint = 'save it with line ends "LF" in your editor';
      return fail("SOURCE_NOT_TEXT", "The lines of the file end as on old Macs (CR).", hint);
    }
    return { ...ref, text, textHash: contentHash(textBytes) };
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? "unknown reason";
    const hint = "check that it exists and that you may open it";
    return fail("SOURCE_UNREADABLE", `The file cannot be read (${reason}).`, hint);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** All sources are read into the same memory, which is valid until the next is read. */
let memory = Buffer.allocUnsafe(65_536);

function readBytes(descriptor: number, size: number): Buffer {
  if (memory.length < size) memory = Buffer.allocUnsafe(MAX_SOURCE_BYTES);
  let end = 0;
  while (end < size) {
    const bytesRead = readSync(descriptor, memory, end, size - end, null);
    // The file has become shorter.
    if (bytesRead === 0) break;
    end += bytesRead;
  }
  return memory.subarray(0, end);
}
