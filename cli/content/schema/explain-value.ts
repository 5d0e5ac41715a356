// A value that its schema rejects → the problem, in words for people who write texts.
import type * as z from "zod";
import type { DiagnosticCode } from "../../diagnostics/codes.ts";
import type { Finding } from "../../diagnostics/diagnostic.ts";
import type { Path, SourceDocument } from "../sources/source-document.ts";
import { hasHidden, hiddenWords } from "../yaml/hidden-characters.ts";
import { BULLET } from "../yaml/yaml-lines.ts";
import { valueAt } from "./schema-walk.ts";

/** A problem without its source position. */
export interface ValueProblem extends Finding {
  readonly path: Path;
  /** The part that a report marks. Default: "value". */
  readonly part?: "key" | "value";
  /** The key that the block at `path` needs. */
  readonly lacks?: string;
  /** Whether it is a section among the items of another list. */
  readonly isMisplaced?: boolean;
}

export const FILL_IN = "fill it in, or remove the line if the field is optional";

export const problemAt = (path: Path, code: DiagnosticCode, message: string, hint?: string): ValueProblem => ({
  code,
  path,
  message,
  hint,
});

export const invalid = (path: Path, message: string, hint?: string): ValueProblem =>
  problemAt(path, "CONTENT_INVALID_VALUE", message, hint);

export function missingField(path: Path, data: unknown, what?: string): ValueProblem {
  const key = String(path.at(-1));
  return {
    code: "CONTENT_MISSING_KEY",
    path: path.slice(0, -1),
    lacks: key,
    message: `${placeName(path.slice(0, -1), data)} needs a field "${key}".`,
    hint: `add "${key}: ..." to this block${what ? `: ${what}` : ""}`,
  };
}

const KINDS: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "a block of fields",
  record: "a block of fields",
};

/** A value that its schema rejects, and where it is. */
interface RejectedValue {
  readonly path: Path;
  /** Its name at the beginning of a sentence. */
  readonly name: string;
  readonly value: unknown;
  readonly document: SourceDocument;
  /** The data of the whole document. */
  readonly data: unknown;
  /** The fields of a block that belongs here. */
  readonly fields: readonly string[];
}

export function explainType(
  issue: z.core.$ZodIssueInvalidType,
  { path, name, value, document, data, fields }: RejectedValue,
): ValueProblem {
  const expected = KINDS[issue.expected] ?? issue.expected;
  if (value === undefined) return missingField(path, data, expected === "text" ? undefined : expected);
  const typedNull = value === null && issue.expected === "string" ? document.typed(path) : undefined;
  // A name such as "Null". A lower-case "null" is meant as no value.
  if (typedNull && /^[A-Z]/.test(typedNull)) {
    const message = `${name} must be text; ${typedNull} is read as no value.`;
    return problemAt(path, "CONTENT_NUMBER_AS_TEXT", message, `put quotes around it: "${typedNull}"`);
  }
  if (value === null)
    return problemAt(path, "CONTENT_WRONG_TYPE", `${name} is empty; ${expected} belongs here.`, FILL_IN);
  if (issue.expected === "string" && (typeof value === "number" || typeof value === "boolean")) {
    const typed = document.typed(path) ?? String(value);
    const message = `${name} must be text; ${typed} is read as ${scalarKind(value, typed)}.`;
    return problemAt(path, "CONTENT_NUMBER_AS_TEXT", message, `put quotes around it: "${typed}"`);
  }
  const message = `${name} must be ${expected}, not ${valueKind(value)}.`;
  const isSection = path.length === 2 && path[0] === "sections" && typeof value === "string";
  const hint = isSection ? `write "- type: ${value}"` : typeHint(issue.expected, value, document.typed(path), fields);
  return problemAt(path, "CONTENT_WRONG_TYPE", message, hint);
}

function scalarKind(value: number | boolean, typed: string): string {
  if (typeof value === "boolean") return "yes or no";
  return typed !== String(value) && Number.isFinite(value) ? `the number ${value}` : "a number";
}

function typeHint(
  expected: string,
  value: unknown,
  typed: string | undefined,
  fields: readonly string[],
): string | undefined {
  if (expected === "array") return arrayHint(value);
  if (expected === "boolean") return "write true or false, without quotes";
  if (expected === "int" && typeof value === "number")
    return `write ${Math.round(value)}, or another number without a point`;
  if (expected === "number" || expected === "int") return "write the number alone, without quotes or words";
  const [, behindColon = ""] = /^[\w-]+:(.)/s.exec(String(value)) ?? [];
  if (hasHidden(behindColon)) return `${hiddenWords(behindColon).hint}: the space behind the colon is none`;
  if (expected === "object" || expected === "record")
    return `write its fields below it, two spaces deeper: ${fields.join(", ")}`.replace(/: $/, "");
  if (expected !== "string") return undefined;
  // `{a.b}` is a field without a value. Several fields with values are not a text that lacks its quotes.
  const isGroup = !Array.isArray(value) && Object.values(value as object).filter((part) => part !== null).length > 1;
  if (isGroup) return "write the text alone after the colon, without fields below it";
  if (typed !== undefined) return `put quotes around it: "${typed.replaceAll('"', "'")}"`;
  if (Array.isArray(value)) return "write it after the colon, on one line";
  return "a colon followed by a space makes a key: put quotes around the whole text";
}

function arrayHint(value: unknown): string {
  const hint = 'begin each item on a line of its own with "- "';
  if (typeof value !== "string") {
    const [key] = Object.keys(value as object);
    return key === undefined ? hint : `${hint}: - ${key}: ...`;
  }
  const bullet = BULLET.exec(value)?.[0] ?? "";
  const [first = ""] = value.slice(bullet.length).split(/[,;\n]/);
  const [word = ""] = bullet === "" ? [first] : first.split(` ${bullet[0]}`);
  const instead = bullet === "" ? "" : `, instead of "${bullet.trim()}"`;
  return first.length > 60 || first === "" ? hint + instead : `${hint}${instead}: - ${word.trim()}`;
}

export function explainSize(
  issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig,
  path: Path,
  name: string,
  value: unknown,
): ValueProblem {
  const isSmall = issue.code === "too_small";
  const limit = Number(isSmall ? issue.minimum : issue.maximum);
  const bound = isSmall ? "at least" : "at most";
  const exact = issue.exact ? "exactly" : bound;
  const plural = (noun: string) => `${noun}${limit === 1 ? "" : "s"}`;
  if (Array.isArray(value)) {
    const count = `${value.length} ${value.length === 1 ? "item" : "items"}`;
    const problem = invalid(path, `${name} has ${count}; it needs ${exact} ${limit}.`);
    return value.length === 0 ? { ...problem, part: "key" } : problem;
  }
  if (typeof value === "string")
    return invalid(path, `${name} has ${value.length} characters; it needs ${exact} ${limit} ${plural("character")}.`);
  return invalid(path, `${name} is ${String(value)}; it must be ${exact} ${limit}.`);
}

function valueKind(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a block of fields";
  if (typeof value === "string") return `the text ${quoteValue(value)}`;
  if (typeof value === "boolean") return "true or false";
  // YAML's .nan and .inf.
  if (typeof value === "number" && !Number.isFinite(value)) return "a value that cannot be counted";
  return `the number ${String(value)}`;
}

export const quoteValue = (value: unknown): string =>
  typeof value === "string" ? `"${value.length > 60 ? `${value.slice(0, 57)}...` : value}"` : String(value);

/** The last field of a path, at the beginning of a sentence. */
export function nameOf(path: Path): string {
  const last = path.at(-1);
  if (last === undefined) return "The file";
  return typeof last === "number" ? `Item ${last + 1} of "${path.at(-2)}"` : `"${last}"`;
}

/** The block at a path, at the beginning of a sentence: by its type if it is a section, else by its field. */
export function placeName(path: Path, data: unknown): string {
  if (path.length === 2 && path[0] === "sections") {
    const { type } = valueAt(data, path) as { type?: unknown };
    if (typeof type === "string") return `Section "${type}"`;
  }
  return nameOf(path);
}
