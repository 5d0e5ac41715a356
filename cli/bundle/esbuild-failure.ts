import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Message } from "esbuild";
import { type Config, shownPath } from "../config/resolve-config.ts";
import { codeFrame } from "../diagnostics/code-frame.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { importedAs } from "./resolve-imports.ts";

type Location = Pick<NonNullable<Message["location"]>, "file" | "line" | "column" | "length" | "lineText">;

export function toDiagnostic(
  {
    text,
    location,
    notes = [],
  }: Pick<Message, "text"> & Partial<Pick<Message, "notes">> & { location?: Location | null },
  config: Config,
): Diagnostic {
  const message = text.replace(NO_EXPORT, (_, words, found) => `${words}"${importedAs(found, config)}"`);
  if (!location) return { code: "BUNDLE_FAILED", severity: "error", message };
  const path = resolve(config.templatesDir, location.file);
  const column = location.column + 1;
  const source = existsSync(path) ? readFileSync(path, "utf8") : location.lineText;
  return {
    code: "BUNDLE_FAILED",
    severity: "error",
    message,
    file: shownPath(config.root, path),
    line: location.line,
    column,
    hint: hintOf(notes[0]),
    frame: codeFrame(source, location.line, column, location.length),
  };
}

const NO_EXPORT = /^(No matching export in )"([^"]+)"/;

/** The note of the compiler as a hint: 'the unbalanced "{" is in line 12'. */
function hintOf(note: Message["notes"][number] | undefined): string | undefined {
  const text = note?.text.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
  return note?.location ? text?.replace(/here:$/, `in line ${note.location.line}`) : text;
}
