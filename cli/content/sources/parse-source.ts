// SourceFile → its data, or what is wrong with it, all at once.

import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { mayHoldHidden } from "../yaml/hidden-characters.ts";
import { isMapping } from "../yaml/mapping.ts";
import { findHiddenValues } from "./hidden-values.ts";
import type { ParsedSource } from "./locate.ts";
import type { SourceFile } from "./read-source.ts";
import { openDocument, type SourceDocument } from "./source-document.ts";

/** Markdown gives its front matter's keys and, as `body`, its text. */
export function parseSource(source: SourceFile): ParsedSource {
  const document = openDocument(source);
  if (document.data === undefined) return { source, data: undefined, diagnostics: document.diagnostics };
  if (isMapping(document.data)) {
    const data = document.body === undefined ? document.data : { ...document.data, body: document.body };
    const hidden = document.isUnusual && mayHoldHidden(source.text) ? findHiddenValues(document, source.text) : [];
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
