// Entries without pages that say the same as another of their collection: a file that was copied and not changed. Pages are compared by
// their titles and descriptions.
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";

interface WrittenEntry {
  readonly collection: string;
  readonly slug: string;
  readonly file: string;
  /** Of what lists show of it. */
  readonly summaryFingerprint: string | undefined;
}

/** A warning at each copy. */
export function copiedEntries(entries: readonly WrittenEntry[]): Diagnostic[] {
  const first = new Map<string, WrittenEntry>();
  return entries.flatMap((entry): Diagnostic[] => {
    if (entry.summaryFingerprint === undefined) return [];
    const key = `${entry.collection} ${entry.summaryFingerprint}`;
    const other = first.get(key);
    first.set(key, other ?? entry);
    if (other === undefined) return [];
    const message = `This file says the same as ${other.file}, word for word.`;
    const hint =
      "write what is different in one of the two; or delete this one, and name the other wherever it is named";
    return [{ code: "CONTENT_COPIED", severity: "warning", message, file: entry.file, line: 1, column: 1, hint }];
  });
}
