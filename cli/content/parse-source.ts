// SourceFile → its data, or what is wrong with it, all at once.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { findHiddenValues } from "./find-hidden-values.ts";
import type { SourceRef } from "./list-sources.ts";
import { readSource, type SourceFile } from "./read-source.ts";
import { isMapping } from "./schema-walk.ts";
import { mayHoldHidden } from "./yaml/hidden-characters.ts";
import { openDocument, type Path, type SourceDocument } from "./yaml/source-document.ts";

export interface ParsedSource {
  readonly source: SourceFile;
  /** undefined if the file could not be parsed; then there are diagnostics. */
  readonly data: Readonly<Record<string, unknown>> | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Markdown gives its front matter's keys and, as `body`, its text. */
export function parseSource(source: SourceFile): ParsedSource {
  const document = openDocument(source);
  if (document.data === undefined) return { source, data: undefined, diagnostics: document.diagnostics };
  if (isMapping(document.data)) {
    const data = document.body === undefined ? document.data : { ...document.data, body: document.body };
    const hidden = mayHoldHidden(source.text) ? findHiddenValues(document, source.text) : [];
    return { source, data, diagnostics: [...document.diagnostics, ...hidden] };
  }
  return { source, data: undefined, diagnostics: [...document.diagnostics, noFields(source, document)] };
}

function noFields({ text, collection }: SourceFile, document: SourceDocument): Diagnostic {
  const place = { line: 1, column: 1, length: 1 };
  if (document.data !== null) {
    const hint = "compare with another file of the same folder";
    const message = "The file must be made of `key: value` lines.";
    return document.report(place, { code: "SOURCE_NOT_A_MAPPING", message, hint });
  }
  const message = /\S/.test(text) ? "There is no data in this file." : "There is nothing in this file.";
  const hint =
    collection === ""
      ? "every site has one: bring back its last version, or write its first field, and `eventsite check` will say what else it needs"
      : "write its fields, as another file of the same folder has them, or delete it where it is not needed";
  return document.report(place, { code: "SOURCE_EMPTY", message, hint });
}

/** A source that is not in memory; undefined where it cannot be read. */
export function documentAt(ref: SourceRef): SourceDocument | undefined {
  const file = readSource(ref);
  return "code" in file ? undefined : openDocument(file);
}

/** The problem at a value of a source; as it is where the source cannot be read. */
export function reportAt(ref: SourceRef, path: Path, problem: Diagnostic, part?: "value" | "key"): Diagnostic {
  const document = documentAt(ref);
  return document?.report(document.place(path, part), problem) ?? problem;
}
