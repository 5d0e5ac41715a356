// A content file → its row: what its text says, dates included, checked against its schema. It knows of no other file: what comes of its
// references is added by `resolve-row.ts`.

import { contentHash } from "../../files/content-hash.ts";
import type { Clock } from "../publication/clock.ts";
import { ALWAYS, periodOf, UNWRITTEN, windowAt } from "../publication/windows.ts";
import type { SourceRef } from "../sources/list-sources.ts";
import type { ParsedSource } from "../sources/locate.ts";
import { parseSource } from "../sources/parse-source.ts";
import { readSource } from "../sources/read-source.ts";
import type { EntryRow, EntrySource, WrittenEntry } from "./entry-row.ts";
import type { EntryRules } from "./entry-rules.ts";
import { placeholderMarks, placeholderProblems } from "./placeholders.ts";
import { validateDated, validateEntry } from "./validate-entry.ts";

export interface ReadOptions {
  /** Also reports remaining placeholders. */
  readonly release: boolean;
}

/** A row, and the validated values that it was made of, tokens not filled in. */
export function readEntry(rules: EntryRules, source: EntrySource, { release }: ReadOptions, clock: Clock) {
  const { stamp } = source;
  const file = readSource(source);
  const { diagnostics, characters, written, ...checked } = checkFile(rules, source, file, clock);
  const isText = !("code" in file);
  const unwritten = release && isText ? placeholderProblems(file) : [];
  const row: EntryRow = { stamp, diagnostics, unwritten, characters, entry: undefined, resolved: undefined };
  if (!isText || !written) return { row, written };
  const marks = placeholderMarks(file);
  const isDraft = marks?.coverWords(rules.partsOf({ source, written })) ?? false;
  const dated = isDraft ? [...checked.dated, { path: [], ...UNWRITTEN }] : checked.dated;
  const window = windowAt(dated, []);
  const { title, description, formerly, order, listed } = written;
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
    textHash: contentHash(file.text),
  };
  return { row: { ...row, entry }, written };
}

/** Texts of their own: a part of a file keeps all of it in memory. */
export const copied = <Value>(value: Value): Value => (isJson(value) ? JSON.parse(JSON.stringify(value)) : value);

/** Whether JSON gives the value back as it is: schemas may make any objects of a value, such as those of a class. */
export function isJson(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== "object" || value === null)
    return value === null || typeof value === "string" || typeof value === "boolean";
  if (Array.isArray(value)) return value.every(isJson);
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isJson);
}

export const mayHoldTokens = ({ text }: { readonly text: string }): boolean => text.includes("{") || text.includes("}");

/** The values of a file, and all that is wrong with it by itself. */
export function checkFile(rules: EntryRules, source: SourceRef, file: ReturnType<typeof readSource>, clock: Clock) {
  const collection = rules.collection(source.collection);
  const nothing = { characters: "", written: undefined, dated: [], isValid: false };
  if (!collection) return { ...nothing, diagnostics: [] };
  if ("code" in file) return { ...nothing, diagnostics: [file] };
  const validate = (parsed: ParsedSource) => validateEntry(parsed, collection.schema, rules.sections, rules.checkValue);
  const { data, ...checked } = validateDated(parseSource(file), clock, validate);
  return { ...checked, characters: rules.charactersOf(file.text), written: data };
}
