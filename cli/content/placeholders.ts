import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { type EntryPart, visitFields } from "./entry-fields.ts";
import type { SourceRef } from "./list-sources.ts";
import { readSource, type SourceFile } from "./read-sources.ts";
import { openDocument } from "./yaml/source-document.ts";

const MARK = /#\s*placeholder\b/i;

/** Fields that a starter fills with the name it was given. */
const NAMES = new Set(["name", "title", "heading"]);

export interface PlaceholderMarks {
  readonly count: number;
  /** Whether every text of an entry, except the names it begins with, is a placeholder. */
  coverWords(parts: readonly EntryPart[]): boolean;
}

/** The marks of a file; undefined if it has none. */
export function placeholderMarks(file: SourceFile): PlaceholderMarks | undefined {
  if (!MARK.test(file.text)) return undefined;
  const document = openDocument(file);
  const lines = new Set(document.placeholders.map(({ line }) => line));
  return {
    count: lines.size,
    coverWords(parts) {
      const marked: boolean[] = [];
      visitFields(parts, ({ field, path }) => {
        if (field.kind !== "text" && field.kind !== "markdown") return;
        // The text of a Markdown file has no key that could be looked up.
        const isBody = document.body !== undefined && path.length === 1 && path[0] === "body";
        const place = (isBody && document.words(path)?.placeAt(0)) || document.place(path);
        if (!NAMES.has(String(path.at(-1)))) marked.push(lines.has(place.line));
      });
      return marked.length > 0 && marked.every(Boolean);
    },
  };
}

/** For a source that is not in memory. */
export function countPlaceholders(ref: SourceRef): number {
  const file = readSource(ref);
  return "code" in file ? 0 : (placeholderMarks(file)?.count ?? 0);
}

/** One for each line that ends in `# placeholder`. */
export function placeholderProblems(file: SourceFile): Diagnostic[] {
  if (!MARK.test(file.text)) return [];
  const document = openDocument(file);
  return document.placeholders.map((place) =>
    document.report(
      "CONTENT_PLACEHOLDER",
      place,
      "This value is still a placeholder.",
      'write the real one and take "# placeholder" away',
    ),
  );
}

/** The same for a source that is not in memory. */
export function releaseProblems(ref: SourceRef): Diagnostic[] {
  const file = readSource(ref);
  return "code" in file ? [] : placeholderProblems(file);
}
