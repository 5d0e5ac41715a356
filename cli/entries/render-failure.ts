// An error thrown by a template → where it happened, or else the page it was rendering.
import type { SourcePlace } from "../bundle/locate-in-source.ts";
import { readSource } from "../content/read-sources.ts";
import { openDocument } from "../content/yaml/source-document.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { codeFrame } from "../diagnostics/report.ts";
import type { EntrySource } from "./read-entry.ts";

export function renderFailure(source: EntrySource, error: unknown, place: SourcePlace | undefined): Diagnostic {
  const message = `The page could not be rendered: ${error instanceof Error ? error.message : String(error)}`;
  const fault = { code: "RENDER_FAILED", severity: "error", message } as const;
  if (place) {
    const { file, text, line, column } = place;
    const hint = `the template failed on ${source.file}`;
    return { ...fault, file, line, column, hint, frame: codeFrame(text, line, column) };
  }
  const hint = "the problem is in a template, not in the content";
  const file = readSource(source);
  if ("code" in file) return { ...fault, file: source.file, hint };
  const document = openDocument(file);
  return document.report("RENDER_FAILED", document.place(["sections"], "key"), message, hint);
}
