// Finds the marked fields of an entry: its own, and those of each section by the section's type.
import type { FieldUse } from "../../../templates/kit/for-build/index.ts";
import type { Path } from "../sources/source-document.ts";

/** Calls back with the marked fields of a value, and their paths below `base`. */
export type FieldVisitor = (value: unknown, visit: (use: FieldUse) => void, base?: Path) => void;

/** A part of an entry with its own schema; `base` is its path in the entry. */
export interface EntryPart {
  readonly base: Path;
  readonly visit: FieldVisitor;
  readonly value: unknown;
}

/** `visitorOf` returns the visitor of a section type, undefined for an unknown type. */
export function entryParts(
  data: Readonly<Record<string, unknown>>,
  visit: FieldVisitor,
  visitorOf: (type: string) => FieldVisitor | undefined,
): EntryPart[] {
  const sections = (Array.isArray(data.sections) ? data.sections : []) as ({ type?: unknown } | null)[];
  return [
    { base: [], visit, value: data },
    ...sections.flatMap((section, position) => {
      const ofType = visitorOf(String(section?.type));
      return ofType ? [{ base: ["sections", position], visit: ofType, value: section as unknown }] : [];
    }),
  ];
}

/** Calls back with each marked field and its path in the entry. */
export function visitFields(parts: readonly EntryPart[], use: (field: FieldUse) => void): void {
  for (const { base, visit, value } of parts) visit(value, use, base);
}
