import { isUtf8 } from "node:buffer";
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { SourceRef } from "./list-sources.ts";

/** A source with its text: without byte order mark, otherwise as on the disk. */
export interface SourceFile extends SourceRef {
  readonly text: string;
}

export const MAX_SOURCE_BYTES = 1_048_576;

/** Reads one source; a file that cannot be used gives its diagnostic instead. */
export function readSource(ref: SourceRef): SourceFile | Diagnostic {
  const { file } = ref;
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
    const content = readFileSync(descriptor);
    if (!isUtf8(content) || content.includes(0)) {
      const hint = 'save it with the encoding "UTF-8" in your editor';
      return fail("SOURCE_NOT_TEXT", "The file is not text in UTF-8.", hint);
    }
    const text = content.toString("utf8");
    if (text.includes("\r") && !text.includes("\n")) {
      const hint = 'save it with line ends "LF" in your editor';
      return fail("SOURCE_NOT_TEXT", "The lines of the file end as on old Macs (CR).", hint);
    }
    return { ...ref, text: text.charCodeAt(0) === 0xfeff ? text.slice(1) : text };
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? "unknown reason";
    const hint = "check that it exists and that you may open it";
    return fail("SOURCE_UNREADABLE", `The file cannot be read (${reason}).`, hint);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
