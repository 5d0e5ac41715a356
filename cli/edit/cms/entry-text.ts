// The text of an entry's file, from the values that a form has sent. Pure.

import type { SourceRef } from "../../content/sources/list-sources.ts";
import { writeYaml } from "../../content/yaml/write-yaml.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { type IsReal, withoutOldMarks } from "../../rewrite/placeholder-marks.ts";
import type { Original } from "../../rewrite/replace-file.ts";
import { editValues } from "../../rewrite/rewrite-values.ts";

export type EntryValues = Readonly<Record<string, unknown>>;

/** With only what differs changed. EDIT_REFUSED where that cannot be done. */
export function changedText(ref: SourceRef, raw: string, values: EntryValues, isReal: IsReal): string | Diagnostic {
  const edited = editValues(ref, raw, values);
  return typeof edited === "string" ? withoutOldMarks(ref, raw, edited, isReal) : edited;
}

/** A copy that cannot have the comments of its original is written without them. */
export function copiedText(copy: SourceRef, { ref, raw }: Original, values: EntryValues, isReal: IsReal): string {
  const text = changedText(ref, raw, values, isReal);
  return typeof text === "string" ? text : newText(copy, values);
}

export function newText({ format }: SourceRef, { body, ...values }: EntryValues): string {
  if (format === "yaml") return `${writeYaml({ ...values, body }, "block")}\n`;
  return `---\n${writeYaml(values, "block")}\n---\n\n${String(body ?? "").trim()}\n`;
}
