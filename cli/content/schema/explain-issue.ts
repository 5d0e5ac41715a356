// A schema issue → a problem in words for people who write texts, and its path.
import type * as z from "zod";
import { nearest, suggestionHint } from "../../text/suggest.ts";
import type { Path, SourceDocument } from "../sources/source-document.ts";
import {
  explainSize,
  explainType,
  FILL_IN,
  invalid,
  missingField,
  nameOf,
  placeName,
  problemAt,
  quoteValue,
  type ValueProblem,
} from "./explain-value.ts";
import { PUBLICATION_KEYS, takesDates } from "./publication-fields.ts";
import { keysAt, valueAt } from "./schema-walk.ts";

/** By the type of section. */
export type SectionSchemas = ReadonlyMap<string, z.ZodObject>;

export interface LocatedIssue {
  readonly issue: z.core.$ZodIssue;
  /** The path in the file of the value that the schema describes. */
  readonly base: Path;
  /** undefined for a section of an unknown type. */
  readonly schema: z.ZodType | undefined;
}

export const explainIssues = (
  issues: readonly LocatedIssue[],
  data: unknown,
  document: SourceDocument,
  sections: SectionSchemas,
): ValueProblem[] => foldTypos(foldRest(issues.flatMap((located) => explainIssue(located, data, document, sections))));

/**
 * Reports only the first of several issues of one value: a text in place of a list is not also too long for it. Of a section in the wrong
 * list, nothing else is reported.
 */
function foldRest(problems: readonly ValueProblem[]): ValueProblem[] {
  const misplaced = problems
    .filter(({ isMisplaced }) => isMisplaced)
    .map(({ path }) => `${path.slice(0, -1).join("\0")}\0`);
  const values = new Set<string>();
  return problems.filter(({ code, path, isMisplaced }) => {
    const place = path.join("\0");
    if (misplaced.some((block) => `${place}\0`.startsWith(block))) return isMisplaced;
    if (code === "CONTENT_MISSING_KEY") return true;
    const isFirst = !values.has(place);
    values.add(place);
    return isFirst;
  });
}

function explainIssue(
  { issue, base, schema }: LocatedIssue,
  data: unknown,
  document: SourceDocument,
  sections: SectionSchemas,
): ValueProblem[] {
  // Keys from YAML are never symbols.
  const path: Path = [...base, ...(issue.path as Path)];
  const name = nameOf(path);
  if (!schema) {
    const type = String(valueAt(data, path));
    const hint = suggestionHint(type, [...sections.keys()], "the section types are");
    return [problemAt(path, "CONTENT_UNKNOWN_SECTION", `There is no section type "${type}".`, hint)];
  }
  const value = valueAt(data, path);
  const renamed = explainRenamed(issue, path, data, sections);
  if (renamed) return [renamed];
  switch (issue.code) {
    case "unrecognized_keys": {
      const allowed = keysAt(schema, issue.path, valueAt(data, base));
      const possible = [...allowed, ...(takesDates(path) || path.length === 1 ? PUBLICATION_KEYS : [])];
      const missingKeys = possible.filter((key) => (value as Record<string, unknown>)[key] === undefined);
      const where = placeName(path, data);
      return issue.keys.slice(0, MAX_KEYS).map((key) => {
        const misplaced = misplacedSection(key, value, path, sections);
        if (misplaced) return misplaced;
        const outer = outerBlock(key, issue.path as Path, base, schema, data);
        const hint = outer ?? keyHint(key, nearest(key, missingKeys), allowed);
        const message = `${where} has no field "${key}".`;
        return unknownKey([...path, key], message, hint);
      });
    }
    case "invalid_type": {
      const fields = keysAt(schema, issue.path, valueAt(data, base));
      return [explainType(issue, { path, name, value, document, data, fields })];
    }
    case "invalid_value":
      if (value === undefined) return [missingField(path, data, `one of ${issue.values.join(", ")}`)];
      return [unknownValue(path, name, value, issue.values.map(String))];
    case "invalid_union": {
      const key = issue.discriminator;
      if (key === undefined) return [invalid(path, `${name} is not in a form that is understood here.`)];
      const choices = choicesOf(issue);
      if (value === undefined) return [missingField(path, data, `one of ${choices.join(", ")}`)];
      return [unknownValue(path, `"${key}"`, value, choices)];
    }
    case "invalid_key":
      return [{ ...invalid(path, `${name} ${issue.issues[0]?.message}.`), part: "key" }];
    case "too_small":
    case "too_big":
      return [explainSize(issue, path, name, value)];
    default: {
      const message = issue.message.replace(/\.$/, "");
      const isSaid = /^(?:is|has|cannot|must)\b/.test(message);
      const { params } = issue as { params?: { hint?: string } };
      const hint = params?.hint ?? (message === "has no words in it" ? FILL_IN : undefined);
      return [invalid(path, isSaid ? `${name} ${message}.` : `${name} is not valid: ${message}.`, hint)];
    }
  }
}

const keyHint = (key: string, near: string | undefined, allowed: readonly string[]): string => {
  if (/[“”„]/.test(key)) return CURLY;
  return near === undefined ? `its fields are: ${allowed.join(", ")}` : `did you mean "${near}"?`;
};

/** The hint for a field that an outer block lacks: the field is indented too deep. */
function outerBlock(key: string, path: Path, base: Path, schema: z.ZodType, data: unknown): string | undefined {
  for (let length = path.length - 1; length >= 0; length--) {
    const inner = path.slice(0, length);
    const blockPath = [...base, ...inner];
    const block = valueAt(data, blockPath);
    if (typeof block !== "object" || block === null || Array.isArray(block) || key in block) continue;
    if (!keysAt(schema, inner, valueAt(data, base)).includes(key)) continue;
    if (blockPath.length === 0) return `"${key}" is a field of the file: begin it at the start of the line`;
    return `"${key}" is a field of ${nameOf(blockPath)}: indent it like the other fields there`;
  }
  return undefined;
}

const unknownKey = (path: Path, message: string, hint: string): ValueProblem => ({
  ...problemAt(path, "CONTENT_UNKNOWN_KEY", message, hint),
  part: "key",
});

const unknownValue = (path: Path, name: string, value: unknown, allowed: readonly string[]): ValueProblem => {
  const hint = suggestionHint(String(value), allowed, "use one of");
  return problemAt(path, "CONTENT_UNKNOWN_VALUE", `${name} cannot be ${quoteValue(value)}.`, hint);
};

/**
 * A misspelt key of the type of a block, `typ: cards`. The fields of the block depend on it, so no other rule finds the mistake. It is
 * recognised by a similar name, or by a value that only the right key can have.
 */
function explainRenamed(
  issue: z.core.$ZodIssue,
  path: Path,
  data: unknown,
  sections: SectionSchemas,
): ValueProblem | undefined {
  const isSection = path[0] === "sections" && path[2] === "type";
  const isChoice = issue.code === "invalid_union" && issue.discriminator !== undefined;
  if ((!isSection && !isChoice) || valueAt(data, path) !== undefined) return undefined;
  const key = String(path.at(-1));
  const block = path.slice(0, -1);
  const values = isSection ? [...sections.keys()] : choicesOf(issue);
  const members = Object.entries(valueAt(data, block) as Record<string, unknown>);
  const meant =
    members.find(([, value]) => values.includes(value as string)) ??
    members.find(([name, value]) => typeof value === "string" && nearest(name, [key]) !== undefined);
  if (meant === undefined) return undefined;
  const message = `${placeName(block, data)} has no field "${meant[0]}".`;
  return unknownKey([...block, meant[0]], message, `did you mean "${key}"?`);
}

/** The types that a block can have. */
const choicesOf = (issue: z.core.$ZodIssue): string[] =>
  (issue as { options?: readonly unknown[] }).options?.map(String) ?? [];

/** The most unknown keys that are reported for one block. */
const MAX_KEYS = 50;

const CURLY = 'curly quotes do not hold a text together: put straight ones (") around it';

/** A section among the items of another list: it is nested too deep. */
function misplacedSection(key: string, block: unknown, path: Path, sections: SectionSchemas): ValueProblem | undefined {
  const type = (block as Record<string, unknown>)[key] as string;
  const isItem = typeof path.at(-1) === "number" && path[0] === "sections";
  if (key !== "type" || !isItem || !sections.has(type)) return undefined;
  const message = `A section "${type}" is among the items of "${String(path.at(-2))}".`;
  const hint = "it is indented too deep: line its dash up with those of the other sections";
  return { ...unknownKey([...path, key], message, hint), isMisplaced: true };
}

/** A misspelt key is one mistake: the required key that was meant is not also reported as missing. */
function foldTypos(problems: readonly ValueProblem[]): ValueProblem[] {
  const unknown = problems.filter(({ code }) => code === "CONTENT_UNKNOWN_KEY");
  const isMisspelt = ({ path, lacks }: ValueProblem) =>
    lacks !== undefined &&
    unknown.some(
      ({ path: other }) =>
        other.slice(0, -1).join("\0") === path.join("\0") && nearest(String(other.at(-1)), [lacks]) !== undefined,
    );
  /** Whether the file lacks a key that one of its blocks has: the hint for that one leads back. */
  const isMoved = ({ path, lacks }: ValueProblem) =>
    path.length === 0 &&
    lacks !== undefined &&
    unknown.some(({ path: other }) => other.length > 1 && other.at(-1) === lacks);
  return problems
    .filter((problem) => !isMisspelt(problem) && !isMoved(problem))
    .map((problem) => withOwner(problem, problems));
}

/** A key that one block has too many and another lacks is indented for the wrong block. */
function withOwner(problem: ValueProblem, problems: readonly ValueProblem[]): ValueProblem {
  if (problem.code !== "CONTENT_UNKNOWN_KEY") return problem;
  const owner = problems.find(({ lacks }) => lacks === problem.path.at(-1))?.path;
  if (owner === undefined || owner.length === 0) return problem;
  return { ...problem, hint: `${nameOf(owner)} lacks it: indent it like the other fields there` };
}
