// A schema's complaint → what is wrong, in words for people who write texts, and where to look for it.
import type * as z from "zod";
import type { DiagnosticCode } from "../diagnostics/codes.ts";
import { nearest, suggestionHint } from "../diagnostics/suggest.ts";
import { keysAt, valueAt } from "./schema-walk.ts";
import { kindOf, nameOf, placeName, shown } from "./value-words.ts";
import { hasHidden, hiddenWords } from "./yaml/find-hidden-characters.ts";
import type { Path, SourceDocument } from "./yaml/source-document.ts";
import { BULLET } from "./yaml/yaml-lines.ts";

/** The schema of a section type, undefined where there is none of that name. */
export interface SectionSchemas {
  readonly types: readonly string[];
  get(type: string): z.ZodObject | undefined;
}

/** What is wrong, before its place is looked up. */
export interface Problem {
  readonly code: DiagnosticCode;
  readonly path: Path;
  readonly part: "key" | "value";
  readonly message: string;
  readonly hint?: string;
}

export interface LocatedIssue {
  readonly issue: z.core.$ZodIssue;
  /** Where the value that the schema describes stands in the file. */
  readonly base: Path;
  readonly schema: z.ZodType;
}

/** Stands for the missing schema of an unknown section type. */
export const unknownSection = {} as z.ZodType;

/** All complaints of one entry. */
export const explainIssues = (
  issues: readonly LocatedIssue[],
  data: unknown,
  document: SourceDocument,
  sections: SectionSchemas,
): Problem[] => foldTypos(foldRest(issues.flatMap((located) => explainIssue(located, data, document, sections))));

/** Of what is wrong with one value only the first is told, and of a section that stands in the wrong list only that. */
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

const STRANGE_SECTION = /^A section ".*" stands among the items of/;

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
      const hint = message === "has no words in it" ? FILL_IN : undefined;
      return [invalid(path, isSaid ? `${name} ${message}.` : `${name} is not valid: ${message}.`, hint)];
    }
  }
}

/**
 * `typ: cards`: the key that says what a block is, misspelt. What else the block may hold depends on it, so that no other rule sees the slip.
 * Told by its likeness, or by a value that only the right key can have.
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

/** Unknown keys told of one block. */
const MAX_KEYS = 50;

const CURLY = 'curly quotes do not hold a text together: put straight ones (") around it';

/** A section among the items of another list: it stands too deep. */
function strangeSection(key: string, block: unknown, path: Path, sections: SectionSchemas): Problem | undefined {
  const type = (block as Record<string, unknown>)[key];
  const isItem = typeof path.at(-1) === "number" && path.length > 2 && path[0] === "sections";
  if (key !== "type" || !isItem || typeof type !== "string" || !sections.types.includes(type)) return undefined;
  const message = `A section "${type}" stands among the items of "${String(path.at(-2))}".`;
  const hint = "it is indented too deep: line its dash up with those of the other sections";
  return { code: "CONTENT_UNKNOWN_KEY", path: [...path, key], part: "key", message, hint };
}

const FILL_IN = "fill it in, or take the line out if the field may be left out";

const invalid = (path: Path, message: string, hint?: string): Problem => ({
  code: "CONTENT_INVALID_VALUE",
  path,
  part: "value",
  message,
  hint,
});

function missing(path: Path, data: unknown, what?: string): Problem {
  const key = path.at(-1);
  return {
    code: "CONTENT_MISSING_KEY",
    path: path.slice(0, -1),
    part: "value",
    message:
      typeof key === "number"
        ? `Item ${key + 1} of ${nameOf(path.slice(0, -1))} is missing.`
        : `${placeName(path.slice(0, -1), data)} needs a field "${key}".`,
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

function explainType(
  issue: z.core.$ZodIssueInvalidType,
  path: Path,
  name: string,
  value: unknown,
  document: SourceDocument,
  data: unknown,
  fields: readonly string[],
): Problem {
  const wanted = KINDS[(issue as { format?: string }).format === "safeint" ? "int" : issue.expected] ?? issue.expected;
  if (value === undefined) return missing(path, data, wanted === "text" ? undefined : wanted);
  if (value === null) {
    return {
      code: "CONTENT_WRONG_TYPE",
      path,
      part: "value",
      message: `${name} is empty; ${wanted} belongs here.`,
      hint: FILL_IN,
    };
  }
  if (issue.expected === "string" && (typeof value === "number" || typeof value === "boolean")) {
    const typed = document.typed(path) ?? String(value);
    const kind =
      typeof value === "boolean" ? "yes or no" : typed === String(value) ? "a number" : `the number ${value}`;
    return {
      code: "CONTENT_NUMBER_AS_TEXT",
      path,
      part: "value",
      message: `${name} must be text; ${typed} is read as ${kind}.`,
      hint: `put quotes around it: "${typed}"`,
    };
  }
  const message = `${name} must be ${wanted}, not ${kindOf(value)}.`;
  const isSection = path.length === 2 && path[0] === "sections" && typeof value === "string";
  const hint = isSection ? `write "- type: ${value}"` : typeHint(issue.expected, value, document.typed(path), fields);
  return { code: "CONTENT_WRONG_TYPE", path, part: "value", message, hint };
}

function typeHint(
  expected: string,
  value: unknown,
  typed: string | undefined,
  fields: readonly string[],
): string | undefined {
  if (expected === "array") return arrayHint(value);
  if (expected === "boolean") return "write true or false, without quotes";
  if (expected === "number" || expected === "int") return "write the number alone, without quotes or words";
  const hidden = typeof value === "string" ? /^[\w-]+[^\w\s-]*:(\S|\s)/.exec(value)?.[1] : undefined;
  if (hidden && hidden !== " " && hasHidden(hidden))
    return `${hiddenWords(hidden).hint}: the space behind the colon is none`;
  if (expected === "object" || expected === "record")
    return `write its fields below it, two spaces deeper: ${fields.join(", ")}`.replace(/: $/, "");
  if (expected !== "string") return undefined;
  if (typed !== undefined) return `put quotes around it: "${typed.replaceAll('"', "'")}"`;
  if (Array.isArray(value)) return "write it behind the colon, on one line";
  return "a colon followed by a space makes a key: put quotes around the whole text";
}

function arrayHint(value: unknown): string {
  const [key] = typeof value === "object" && value !== null ? Object.keys(value) : [];
  const hint = 'begin each item on a line of its own with "- "';
  if (typeof value !== "string") return key === undefined ? hint : `${hint}: - ${key}: ...`;
  const bullet = BULLET.exec(value)?.[0] ?? "";
  const [first = ""] = value.slice(bullet.length).split(/[,;\n]/);
  const [word = ""] = bullet === "" ? [first] : first.split(` ${bullet[0]}`);
  const instead = bullet === "" ? "" : `, instead of "${bullet.trim()}"`;
  return first.length > 60 || first === "" ? hint + instead : `${hint}${instead}: - ${word.trim()}`;
}

function explainSize(
  issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig,
  path: Path,
  name: string,
  value: unknown,
): Problem {
  const isSmall = issue.code === "too_small";
  const limit = Number(isSmall ? issue.minimum : issue.maximum);
  const exact = issue.exact ? "exactly" : isSmall ? "at least" : "at most";
  const plural = (noun: string) => `${noun}${limit === 1 ? "" : "s"}`;
  if (Array.isArray(value)) {
    return {
      ...invalid(
        path,
        `${name} has ${value.length} ${value.length === 1 ? "item" : "items"}; it needs ${exact} ${limit}.`,
      ),
      part: value.length === 0 ? "key" : "value",
    };
  }
  if (typeof value === "string")
    return invalid(path, `${name} has ${value.length} characters; it needs ${exact} ${limit} ${plural("character")}.`);
  return invalid(path, `${name} is ${String(value)}; it must be ${exact} ${limit}.`);
}

/** A misspelt key is one mistake: the required key it was meant to be is not reported as missing besides. */
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

/** A key that one block has too many and another lacks was indented for the wrong one. */
function withOwner(problem: Problem, problems: readonly Problem[]): Problem {
  if (problem.code !== "CONTENT_UNKNOWN_KEY") return problem;
  const owner = problems.find((other) => missingKey(other) === problem.path.at(-1))?.path;
  if (owner === undefined || owner.length === 0) return problem;
  return { ...problem, hint: `${nameOf(owner)} lacks it: indent it like the other fields there` };
}
