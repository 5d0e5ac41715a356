// Finds entries without pages that say the same as another of their collection: files that were copied and not changed. Pages are compared by
// their titles and descriptions.
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";

interface ComparedEntry {
  readonly collection: string;
  readonly slug: string;
  readonly file: string;
  /** The fingerprint of what lists show of the entry. */
  readonly summaryFingerprint: string | undefined;
}

/** A warning for each copy. */
export function copiedEntries(entries: readonly ComparedEntry[]): Diagnostic[] {
  const firstByKey = new Map<string, ComparedEntry>();
  return entries.flatMap((entry): Diagnostic[] => {
    if (entry.summaryFingerprint === undefined) return [];
    const key = `${entry.collection} ${entry.summaryFingerprint}`;
    const other = firstByKey.get(key);
    firstByKey.set(key, other ?? entry);
    if (other === undefined) return [];
    const message = `This file says the same as ${other.file}, word for word.`;
    const hint =
      "write what is different in one of the two; or delete this one, and name the other wherever it is named";
    return [{ code: "CONTENT_COPIED", severity: "warning", message, file: entry.file, line: 1, column: 1, hint }];
  });
}
