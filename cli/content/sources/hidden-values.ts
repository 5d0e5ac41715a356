import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { LinePlace } from "../yaml/find-in-lines.ts";
import { hiddenIn, hiddenName } from "../yaml/hidden-characters.ts";
import type { Path, SourceDocument } from "./source-document.ts";

/**
 * Reports hidden characters in keys and values, which were pasted from a word processor or a web page. Escapes are allowed: "\u200b" was
 * meant. At most one is reported for each key or value. `text` is the text of the file.
 */
export function findHiddenValues(document: SourceDocument, text: string): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const reportedLines = new Set(
    document.diagnostics.filter(({ code }) => code === "SOURCE_HIDDEN_CHARACTER").map(({ line }) => line),
  );
  const lines = text.split(/\r?\n/);
  const lineOf = ({ line }: LinePlace) => lines[line - 1] ?? "";
  // A character that is not in the source itself is written as an escape.
  const report = (character: string, place: LinePlace, source: string) => {
    if (!source.includes(character) || reportedLines.has(place.line)) return;
    reportedLines.add(place.line);
    diagnostics.push(
      document.report({ ...place, length: 1 }, { code: "SOURCE_HIDDEN_CHARACTER", ...wordsOf(character) }),
    );
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
  return diagnostics;
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
