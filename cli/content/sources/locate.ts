import { type Diagnostic, isProblem } from "../../diagnostics/diagnostic.ts";
import type { SourceRef } from "./list-sources.ts";
import { readSource, type SourceFile } from "./read-source.ts";
import { openDocument, type Path, type SourceDocument } from "./source-document.ts";

export interface ParsedSource {
  readonly source: SourceFile;
  /** undefined if the file could not be parsed; then there are diagnostics. */
  readonly data: Readonly<Record<string, unknown>> | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads and opens a source; undefined if it cannot be read. */
export function documentAt(ref: SourceRef): SourceDocument | undefined {
  const file = readSource(ref);
  return isProblem(file) ? undefined : openDocument(file);
}

/** Adds the position of a value to a problem. Without a change if the source cannot be read. */
export function reportAt(ref: SourceRef, path: Path, problem: Diagnostic, part?: "value" | "key"): Diagnostic {
  const document = documentAt(ref);
  return document?.report(document.place(path, part), problem) ?? problem;
}
