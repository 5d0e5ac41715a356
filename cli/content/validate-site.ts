// Values → typed entries. A schema issue becomes a diagnostic at the key or value it speaks of, in words for people who write texts.
import type * as z from "zod";
import type { DiagnosticCode } from "../diagnostics/codes.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { nearest, suggestionHint } from "../diagnostics/suggest.ts";
import type { ParsedSource } from "./parse-source.ts";
import { openDocument, type Path, type SourceDocument } from "./source-document.ts";

export interface Validated {
  readonly data: Record<string, unknown> | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** The schema of a section type, undefined where there is none of that name. */
export interface SectionSchemas {
  readonly types: readonly string[];
  get(type: string): z.ZodObject | undefined;
}

interface Problem {
  readonly code: DiagnosticCode;
  readonly path: Path;
  readonly part: "key" | "value";
  readonly message: string;
  readonly hint?: string;
}

/** Checks an entry against its collection's schema and each of its sections against the schema of its type. */
export function validateEntry(parsed: ParsedSource, schema: z.ZodType, sections: SectionSchemas): Validated {
  if (parsed.data === undefined) return { data: undefined, diagnostics: parsed.diagnostics };
  const issues: LocatedIssue[] = [];
  const result = schema.safeParse(parsed.data);
  if (!result.success) issues.push(...result.error.issues.map((issue) => ({ issue, base: [] as Path, schema })));
  const checked = { ...(result.data as Record<string, unknown> | undefined) };
  const list = (parsed.data as { sections?: unknown }).sections;
  if (Array.isArray(list) && "sections" in ((schema as z.ZodObject).shape ?? {}))
    checked.sections = validateSections(list, sections, issues);
  if (issues.length === 0) return { data: checked, diagnostics: parsed.diagnostics };
  const document = openDocument(parsed.source);
  const problems = foldTypos(issues.flatMap((located) => explainIssue(located, parsed.data, document, sections)));
  const diagnostics = problems.map(({ code, path, part, message, hint }) =>
    document.report(code, document.place(path, part), message, hint),
  );
  return { data: undefined, diagnostics: [...parsed.diagnostics, ...diagnostics] };
}

interface LocatedIssue {
  readonly issue: z.core.$ZodIssue;
  /** Where the value that the schema describes stands in the file. */
  readonly base: Path;
  readonly schema: z.ZodType;
}

function validateSections(list: readonly unknown[], sections: SectionSchemas, issues: LocatedIssue[]): unknown[] {
  return list.map((section, index) => {
    const type = (section as { type?: unknown } | null)?.type;
    // Without a type, or not a mapping: the collection's own schema has said so.
    if (typeof type !== "string") return section;
    const base: Path = ["sections", index];
    const schema = sections.get(type);
    if (!schema) {
      issues.push({
        issue: { code: "custom", path: ["type"], message: "unknown section", input: type },
        base,
        schema: unknownSection,
      });
      return section;
    }
    const result = schema.safeParse(section);
    if (result.success) return result.data;
    issues.push(...result.error.issues.map((issue) => ({ issue, base, schema })));
    return section;
  });
}

/** Stands for the missing schema of an unknown section type. */
const unknownSection = {} as z.ZodType;

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
  switch (issue.code) {
    case "unrecognized_keys": {
      const allowed = keysAt(schema, issue.path, valueAt(data, base));
      const where = placeName(path, data);
      return issue.keys.map((key) => ({
        code: "CONTENT_UNKNOWN_KEY" as const,
        path: [...path, key],
        part: "key" as const,
        message: `${where} has no field "${key}".`,
        hint: suggestionHint(key, allowed, "its fields are"),
      }));
    }
    case "invalid_type":
      return [explainType(issue, path, name, value, document, data)];
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
      return [
        invalid(
          path,
          /^(?:is|has|cannot|must)\b/.test(message) ? `${name} ${message}.` : `${name} is not valid: ${message}.`,
        ),
      ];
    }
  }
}

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
): Problem {
  const wanted = KINDS[(issue as { format?: string }).format === "safeint" ? "int" : issue.expected] ?? issue.expected;
  if (value === undefined) return missing(path, data, wanted === "text" ? undefined : wanted);
  if (value === null) {
    return {
      code: "CONTENT_WRONG_TYPE",
      path,
      part: "value",
      message: `${name} is empty; ${wanted} belongs here.`,
      hint: "fill it in, or take the line out if the field may be left out",
    };
  }
  if (issue.expected === "string" && (typeof value === "number" || typeof value === "boolean")) {
    const typed = document.typed(path) ?? String(value);
    const read = typed === String(value) ? "" : `, ${value}`;
    return {
      code: "CONTENT_NUMBER_AS_TEXT",
      path,
      part: "value",
      message: `${name} must be text; ${typed} is read as ${typeof value === "number" ? "a number" : "yes or no"}${read}.`,
      hint: `put quotes around it: "${typed}"`,
    };
  }
  const hint = issue.expected === "array" ? 'begin each item on a line of its own with "- "' : undefined;
  return {
    code: "CONTENT_WRONG_TYPE",
    path,
    part: "value",
    message: `${name} must be ${wanted}, not ${kindOf(value)}.`,
    hint,
  };
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
  return problems.filter((problem) => {
    const key =
      problem.code === "CONTENT_MISSING_KEY" ? /needs a field "(.+)"\.$/.exec(problem.message)?.[1] : undefined;
    if (key === undefined) return true;
    return !problems.some(
      (other) =>
        other.code === "CONTENT_UNKNOWN_KEY" &&
        same(other.path.slice(0, -1), problem.path) &&
        nearest(String(other.path.at(-1)), [key]) !== undefined,
    );
  });
}

const kindOf = (value: unknown): string =>
  Array.isArray(value)
    ? "a list"
    : typeof value === "object"
      ? "a block of fields"
      : typeof value === "string"
        ? `the text ${shown(value)}`
        : typeof value === "boolean"
          ? "true or false"
          : `the number ${String(value)}`;

const shown = (value: unknown): string =>
  typeof value === "string" ? `"${value.length > 60 ? `${value.slice(0, 57)}...` : value}"` : String(value);

/** The field a path ends in, as a sentence names it. */
function nameOf(path: Path): string {
  const last = path.at(-1);
  if (last === undefined) return "The file";
  return typeof last === "number" ? `Item ${last + 1}${path.length > 1 ? ` of "${path.at(-2)}"` : ""}` : `"${last}"`;
}

/** The block a path leads to: its section where it is one, else the field it stands under. */
function placeName(path: Path, data: unknown): string {
  if (path.length === 0) return "The file";
  if (path.length === 2 && path[0] === "sections") {
    const type = (valueAt(data, path) as { type?: unknown } | undefined)?.type;
    if (typeof type === "string") return `Section "${type}"`;
  }
  return nameOf(path);
}

function valueAt(data: unknown, path: Path): unknown {
  let value = data;
  for (const step of path) value = (value as Record<string | number, unknown> | null | undefined)?.[step];
  return value;
}

/** The keys a block may have, by walking the schema along the path with the data to choose between alternatives. */
function keysAt(schema: z.ZodType, path: readonly PropertyKey[], data: unknown): string[] {
  let current: z.ZodType | undefined = schema;
  let value = data;
  const settle = () => {
    for (;;) {
      const def = current?.def as unknown as
        | { innerType?: z.ZodType; discriminator?: string; options?: z.ZodObject[] }
        | undefined;
      if (def?.innerType) current = def.innerType;
      else if (def?.discriminator && def.options) {
        const key = def.discriminator;
        const chosen = (value as Record<string, unknown> | undefined)?.[key];
        current = def.options.find((option) => option.shape[key]?.safeParse(chosen).success);
      } else return;
    }
  };
  settle();
  for (const step of path) {
    const def = current?.def as unknown as
      | { shape?: Record<string, z.ZodType>; element?: z.ZodType; valueType?: z.ZodType }
      | undefined;
    current = def?.shape?.[String(step)] ?? def?.element ?? def?.valueType;
    value = (value as Record<PropertyKey, unknown> | undefined)?.[step];
    settle();
  }
  return Object.keys((current?.def as unknown as { shape?: object } | undefined)?.shape ?? {});
}
