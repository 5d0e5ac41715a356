// SourceFile → its data, or what is wrong with it, all at once.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { SourceRef } from "./list-sources.ts";
import { readSource, type SourceFile } from "./read-source.ts";
import { isMapping } from "./schema-walk.ts";
import type { Place } from "./yaml/find-in-lines.ts";
import { hiddenIn, hiddenName, mayHoldHidden } from "./yaml/hidden-characters.ts";
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

/**
 * Hidden characters in keys and values that nobody typed: pasted from a word processor or a web page. Escapes are allowed: "\u200b" was
 * meant. One for each key or value; `text` is the file as written.
 */
function findHiddenValues(document: SourceDocument, text: string): Diagnostic[] {
  const found: Diagnostic[] = [];
  const reportedLines = new Set(
    document.diagnostics.filter(({ code }) => code === "SOURCE_HIDDEN_CHARACTER").map(({ line }) => line),
  );
  const lines = text.split(/\r?\n/);
  const lineOf = ({ line }: Place) => lines[line - 1] ?? "";
  // What is not there as such is an escape.
  const report = (character: string, place: Place, written: string) => {
    if (!written.includes(character) || reportedLines.has(place.line)) return;
    reportedLines.add(place.line);
    found.push(document.report({ ...place, length: 1 }, { code: "SOURCE_HIDDEN_CHARACTER", ...wordsOf(character) }));
  };
  const visit = (value: unknown, path: Path) => {
    if (typeof value === "string") {
      const [hidden] = hiddenIn(value);
      if (!hidden) return;
      const place = document.words(path)?.placeAt(hidden.index);
      report(hidden.character, place ?? document.place(path), place ? lineOf(place) : text);
    } else if (typeof value === "object" && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        const inside = [...path, Array.isArray(value) ? Number(key) : key];
        const [hidden] = hiddenIn(key);
        const place = hidden && document.place(inside, "key");
        if (place) report(hidden.character, place, lineOf(place));
        visit(inner, inside);
      }
    }
  };
  visit(document.data, []);
  visit(document.body, ["body"]);
  return found;
}

function wordsOf(character: string): { message: string; hint: string } {
  const name = hiddenName(character);
  if (/[\u202a-\u202e\u2066-\u2069]/.test(character))
    return {
      message: `${name} is here. It cannot be seen, and what follows it may be shown in another order.`,
      hint: "delete it: the cursor moves over it without moving on the screen",
    };
  if (/[\u2028\u2029\u0085\v\f]/.test(character))
    return {
      message: `${name} is here. It looks like a new line, and browsers show none.`,
      hint: "delete it and press the space bar, or Enter where a new paragraph begins",
    };
  if (character === "\ufffd")
    return {
      message: "A replacement character (U+FFFD) is here: a letter was lost when the text was copied or saved.",
      hint: "write the letter that belongs here",
    };
  return { message: `${name} is here. It cannot be seen.`, hint: "put the cursor after it and press backspace" };
}
