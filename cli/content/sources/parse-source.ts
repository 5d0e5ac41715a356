// A source file → its data, and all problems of its syntax at once.

import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { mayHoldHidden } from "../yaml/hidden-characters.ts";
import { isMapping } from "../yaml/mapping.ts";
import { findHiddenValues } from "./hidden-values.ts";
import type { ParsedSource } from "./locate.ts";
import type { SourceFile } from "./read-source.ts";
import { openDocument, type SourceDocument } from "./source-document.ts";

/** The data of a Markdown file has the keys of its front matter and, as `body`, its text. */
export function parseSource(source: SourceFile): ParsedSource {
  const document = openDocument(source);
  if (document.data === undefined) return { source, data: undefined, diagnostics: document.diagnostics };
  if (isMapping(document.data)) {
    const data = document.body === undefined ? document.data : { ...document.data, body: document.body };
    const covered = document.body !== undefined && Object.hasOwn(document.data, "body") ? [bodyField(document)] : [];
    const hidden = document.isUnusual && mayHoldHidden(source.text) ? findHiddenValues(document, source.text) : [];
    return { source, data, diagnostics: [...document.diagnostics, ...covered, ...hidden] };
  }
  return { source, data: undefined, diagnostics: [...document.diagnostics, noFields(source, document)] };
}

function bodyField(document: SourceDocument): Diagnostic {
  const message = '"body" is the text below the front matter: a field of this name does not appear on the site.';
  const hint = 'move its text below the closing "---", and take the field out';
  return document.report(document.place(["body"], "key"), { code: "CONTENT_UNKNOWN_KEY", message, hint });
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
