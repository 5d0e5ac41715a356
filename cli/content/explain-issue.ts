// A schema issue → what is wrong, in words for people who write texts, and where to look for it.
import type * as z from "zod";
import { nearest, suggestionHint } from "../diagnostics/suggest.ts";
import {
  explainSize,
  explainType,
  FILL_IN,
  invalid,
  missing,
  nameOf,
  type Problem,
  placeName,
  shown,
} from "./explain-value.ts";
import { keysAt, valueAt } from "./schema-walk.ts";
import type { Path, SourceDocument } from "./yaml/source-document.ts";

/** The schema of a section type; undefined if there is none of that name. */
export interface SectionSchemas {
  readonly types: readonly string[];
  get(type: string): z.ZodObject | undefined;
}

export interface LocatedIssue {
  readonly issue: z.core.$ZodIssue;
  /** The path in the file of the value that the schema describes. */
  readonly base: Path;
  readonly schema: z.ZodType;
}

/** Used for the missing schema of an unknown section type. */
export const unknownSection = {} as z.ZodType;

/** All problems of one entry. */
export const explainIssues = (
  issues: readonly LocatedIssue[],
  data: unknown,
  document: SourceDocument,
  sections: SectionSchemas,
): Problem[] => foldTypos(foldRest(issues.flatMap((located) => explainIssue(located, data, document, sections))));

/** Of several issues of one value only the first is reported, and of a section in the wrong list only that. */
function foldRest(problems: readonly Problem[]): Problem[] {
  const strange = problems
    .filter(({ message }) => STRANGE_SECTION.test(message))
    .map(({ path }) => path.slice(0, -1).join("\0"));
  const values = new Set<string>();
  return problems.filter(({ code, path, message }) => {
    const place = path.join("\0");
    if (strange.some((block) => `${place}\0`.startsWith(`${block}\0`))) return STRANGE_SECTION.test(message);
    if (code !== "CONTENT_INVALID_VALUE") return true;
    const isFirst = !values.has(place);
    values.add(place);
    return isFirst;
  });
}

const STRANGE_SECTION = /^A section ".*" is among the items of/;

function explainIssue(
  { issue, base, schema }: LocatedIssue,
  data: unknown,
  document: SourceDocument,
  sections: SectionSchemas,
): Problem[] {
  const path: Path = [...base, ...issue.path.map((step) => (typeof step === "number" ? step : String(step)))];
  const name = nameOf(path);
  if (schema === unknownSection) {
    const type = String(valueAt(data, path));
    return [
      {
        code: "CONTENT_UNKNOWN_SECTION",
        path,
        part: "value",
        message: `There is no section type "${type}".`,
        hint: suggestionHint(type, sections.types, "the section types are"),
      },
    ];
  }
  const value = valueAt(data, path);
  const renamed = explainRenamed(issue, path, data, sections);
  if (renamed) return [renamed];
  switch (issue.code) {
    case "unrecognized_keys": {
      const allowed = keysAt(schema, issue.path, valueAt(data, base));
      const missingKeys = allowed.filter((key) => (value as Record<string, unknown> | undefined)?.[key] === undefined);
      const where = placeName(path, data);
      return issue.keys.slice(0, MAX_KEYS).map((key) => {
        const strange = strangeSection(key, value, path, sections);
        if (strange) return strange;
        const near = nearest(key, missingKeys);
        const fields = `its fields are: ${allowed.join(", ")}`;
        const hint = /[“”„]/.test(key) ? CURLY : near === undefined ? fields : `did you mean "${near}"?`;
        const message = `${where} has no field "${key}".`;
        return { code: "CONTENT_UNKNOWN_KEY" as const, path: [...path, key], part: "key" as const, message, hint };
      });
    }
    case "invalid_type":
      return [explainType(issue, path, name, value, document, data, keysAt(schema, issue.path, valueAt(data, base)))];
    case "invalid_value":
      if (value === undefined) return [missing(path, data, `one of ${issue.values.join(", ")}`)];
      return [
        {
          code: "CONTENT_UNKNOWN_VALUE",
          path,
          part: "value",
          message: `${name} cannot be ${shown(value)}.`,
          hint: suggestionHint(String(value), issue.values.map(String), "use one of"),
        },
      ];
    case "invalid_union": {
      const key = issue.discriminator;
      if (key === undefined) return [invalid(path, `${name} is not in a form that is understood here.`)];
      const choices = (issue as { options?: unknown[] }).options?.map(String) ?? [];
      const choicePath = issue.path.at(-1) === key ? path : [...path, key];
      const chosen = valueAt(data, choicePath);
      if (chosen === undefined)
        return [missing(choicePath, data, choices.length > 0 ? `one of ${choices.join(", ")}` : undefined)];
      return [
        {
          code: "CONTENT_UNKNOWN_VALUE",
          path: choicePath,
          part: "value",
          message: `"${key}" cannot be ${shown(chosen)}.`,
          hint: suggestionHint(String(chosen), choices, "use one of"),
        },
      ];
    }
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

/**
 * `typ: cards`: the key that says what a block is, misspelt. What else the block may hold depends on it, so no other rule finds the mistake.
 * Recognized by a similar name, or by a value that only the right key can have.
 */
function explainRenamed(
  issue: z.core.$ZodIssue,
  path: Path,
  data: unknown,
  sections: SectionSchemas,
): Problem | undefined {
  const choices = (issue as { options?: unknown[] }).options?.map(String) ?? [];
  const discriminator = issue.code === "invalid_union" ? issue.discriminator : undefined;
  const isSection = issue.code === "invalid_type" && path.length === 3 && path[0] === "sections" && path[2] === "type";
  const keyPath = isSection || path.at(-1) === discriminator ? path : discriminator && [...path, discriminator];
  if (!keyPath || (!isSection && discriminator === undefined) || valueAt(data, keyPath) !== undefined) return undefined;
  const key = String(keyPath.at(-1));
  const block = keyPath.slice(0, -1);
  const fields = valueAt(data, block);
  if (typeof fields !== "object" || fields === null || Array.isArray(fields)) return undefined;
  const values = isSection ? sections.types : choices;
  const written = Object.entries(fields);
  const meant =
    written.find(([, value]) => typeof value === "string" && values.includes(value)) ??
    written.find(([name, value]) => typeof value === "string" && nearest(name, [key]) !== undefined);
  if (meant === undefined) return undefined;
  const message = `${placeName(block, data)} has no field "${meant[0]}".`;
  return {
    code: "CONTENT_UNKNOWN_KEY",
    path: [...block, meant[0]],
    part: "key",
    message,
    hint: `did you mean "${key}"?`,
  };
}

/** Unknown keys reported for one block. */
const MAX_KEYS = 50;

const CURLY = 'curly quotes do not hold a text together: put straight ones (") around it';

/** A section among the items of another list: it is nested too deep. */
function strangeSection(key: string, block: unknown, path: Path, sections: SectionSchemas): Problem | undefined {
  const type = (block as Record<string, unknown>)[key];
  const isItem = typeof path.at(-1) === "number" && path.length > 2 && path[0] === "sections";
  if (key !== "type" || !isItem || typeof type !== "string" || !sections.types.includes(type)) return undefined;
  const message = `A section "${type}" is among the items of "${String(path.at(-2))}".`;
  const hint = "it is indented too deep: line its dash up with those of the other sections";
  return { code: "CONTENT_UNKNOWN_KEY", path: [...path, key], part: "key", message, hint };
}

/** A misspelt key is one mistake: the required key that it was meant to be is not also reported as missing. */
function foldTypos(problems: readonly Problem[]): Problem[] {
  const same = (a: Path, b: Path) => a.join("\0") === b.join("\0");
  const isMeantBy = (key: string, path: Path, { code, path: other }: Problem) =>
    code === "CONTENT_UNKNOWN_KEY" &&
    same(other.slice(0, -1), path) &&
    nearest(String(other.at(-1)), [key]) !== undefined;
  return problems.flatMap((problem) => {
    const key = missingKey(problem);
    const isFolded = key !== undefined && problems.some((other) => isMeantBy(key, problem.path, other));
    return isFolded ? [] : [withOwner(problem, problems)];
  });
}

const missingKey = ({ code, message }: Problem): string | undefined =>
  code === "CONTENT_MISSING_KEY" ? /needs a field "(.+)"\.$/.exec(message)?.[1] : undefined;

/** One block has a key too many that another lacks: it was indented for the wrong block. */
function withOwner(problem: Problem, problems: readonly Problem[]): Problem {
  if (problem.code !== "CONTENT_UNKNOWN_KEY") return problem;
  const owner = problems.find((other) => missingKey(other) === problem.path.at(-1))?.path;
  if (owner === undefined || owner.length === 0) return problem;
  return { ...problem, hint: `${nameOf(owner)} lacks it: indent it like the other fields there` };
}
