import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { SourceRef } from "./list-sources.ts";
import { readSource, type SourceFile } from "./read-sources.ts";
import { openDocument } from "./source-document.ts";

/** One for each line that still ends in `# placeholder`. */
export function placeholderProblems(file: SourceFile): Diagnostic[] {
  if (!/#\s*placeholder\b/i.test(file.text)) return [];
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
