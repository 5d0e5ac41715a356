// A content file → its row: the values and dates of its text, checked against its schema. It depends on no other file: `resolve-row.ts` adds
// what its references lead to.

import { type Diagnostic, isProblem } from "../../diagnostics/diagnostic.ts";
import type { Clock } from "../publication/clock.ts";
import { ALWAYS, periodOf, UNWRITTEN, windowAt } from "../publication/windows.ts";
import type { SourceRef } from "../sources/list-sources.ts";
import type { ParsedSource } from "../sources/locate.ts";
import { parseSource } from "../sources/parse-source.ts";
import { readSource, type SourceFile } from "../sources/read-source.ts";
import type { EntryRow, EntrySource, WrittenEntry } from "./entry-row.ts";
import type { EntryRules } from "./entry-rules.ts";
import { placeholderMarks, placeholderProblems } from "./placeholders.ts";
import { validateDated, validateEntry } from "./validate-entry.ts";

export interface ReadOptions {
  /** Also reports remaining placeholders. */
  readonly release: boolean;
}

/** A row, and the validated values that it is made from, without tokens filled in. */
export function readEntry(rules: EntryRules, source: EntrySource, { release }: ReadOptions, clock: Clock) {
  const { stamp } = source;
  const file = readSource(source);
  const { diagnostics, characters, values, ...checked } = checkFile(rules, source, file, clock);
  const isText = !isProblem(file);
  const unwritten = release && isText ? placeholderProblems(file) : [];
  const row: EntryRow = { stamp, diagnostics, unwritten, characters, entry: undefined, resolved: undefined };
  if (!isText || !values) return { row, values };
  const marks = placeholderMarks(file);
  const isDraft = marks?.coverTexts(rules.partsOf({ source, values })) ?? false;
  const dated = isDraft ? [...checked.dated, { path: [], ...UNWRITTEN }] : checked.dated;
  const window = windowAt(dated, []);
  const { title, description, formerly, order, listed } = values;
  const pathOf = rules.collection(source.collection)?.path;
  const entry: WrittenEntry = {
    isValid: checked.isValid,
    placeholders: marks?.count ?? 0,
    dated,
    window: window === ALWAYS ? undefined : window,
    period: dated.length === 0 ? undefined : { ...clock, ...periodOf(dated, clock.moment) },
    isStarter: marks?.isStarter ?? false,
    order: typeof order === "number" ? order : Number.MAX_SAFE_INTEGER,
    listed: listed !== false,
    title: copied(String(title ?? "")),
    description: copied(String(description ?? "")),
    formerly: Array.isArray(formerly) ? copied(formerly.flatMap((slug) => pathOf?.(String(slug)) ?? [])) : undefined,
    mayHoldTokens: mayHoldTokens(file),
    textHash: file.textHash,
  };
  return { row: { ...row, entry }, values };
}

/** Copies texts: a part of a file's text would keep all of it in memory. */
export const copied = <Value>(value: Value): Value => (isJson(value) ? JSON.parse(JSON.stringify(value)) : value);

/** Whether JSON preserves the value: schemas may turn values into any objects, such as those of a class. */
export function isJson(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== "object" || value === null)
    return value === null || typeof value === "string" || typeof value === "boolean";
  if (Array.isArray(value)) return value.every(isJson);
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isJson);
}

export const mayHoldTokens = ({ text }: { readonly text: string }): boolean => text.includes("{") || text.includes("}");

/** The values of a file, and all its problems by itself. */
export function checkFile(rules: EntryRules, source: SourceRef, file: SourceFile | Diagnostic, clock: Clock) {
  const collection = rules.collection(source.collection);
  const nothing = { characters: "", values: undefined, dated: [], isValid: false };
  if (!collection) return { ...nothing, diagnostics: [] };
  if (isProblem(file)) return { ...nothing, diagnostics: [file] };
  const validate = (parsedSource: ParsedSource) =>
    validateEntry(parsedSource, collection.schema, rules.sections, rules.checkValue);
  const { data, ...checked } = validateDated(parseSource(file), clock, validate);
  return { ...checked, characters: rules.charactersOf(file.text), values: data };
}
