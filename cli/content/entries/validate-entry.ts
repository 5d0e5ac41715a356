// Values → validated entries. A schema issue becomes a diagnostic at its key or value, in words for people who write texts.
import type * as z from "zod";
import { type Diagnostic, hasErrors, isRepeated } from "../../diagnostics/diagnostic.ts";
import type { Clock } from "../publication/clock.ts";
import { emptied } from "../publication/edits.ts";
import { type DatedPart, takeDates } from "../publication/windows.ts";
import { explainIssues, type LocatedIssue, type SectionSchemas } from "../schema/explain-issue.ts";
import { PUBLICATION_KEYS } from "../schema/publication-fields.ts";
import type { ParsedSource } from "../sources/locate.ts";
import { openDocument, type Path } from "../sources/source-document.ts";

export interface Validated {
  /** The validated entry. If it is invalid: as written, so that its references can still be checked. */
  readonly data: Record<string, unknown> | undefined;
  readonly isValid: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/** The most issues that are reported for one entry: a file with more is something else altogether. Fixing these shows the others. */
const MAX_ISSUES = 200;

/** The result of a schema's `safeParse`. */
type CheckValue = (schema: z.ZodType, value: unknown) => z.ZodSafeParseResult<unknown>;

/** For a few values: compiling a schema at its first use would take longer than it saves. */
const checkOnce: CheckValue = (schema, value) => schema.safeParse(value, { jitless: true });

const MAY_BE_DATED = new RegExp(`\\b(?:${PUBLICATION_KEYS.join("|")})\\b`);

/**
 * Validates a file whose parts may have dates. They are taken out first. Dates that do not exist are problems, and so is data that is not
 * valid at a moment when parts are left out. `isSite`: the file is site.yaml.
 */
export function validateDated(
  parsedSource: ParsedSource,
  clock: Clock,
  validate: (parsedSource: ParsedSource) => Validated,
  isSite = false,
): Validated & { readonly dated: readonly DatedPart[] } {
  const { source } = parsedSource;
  if (!parsedSource.data || !MAY_BE_DATED.test(source.text)) return { ...validate(parsedSource), dated: [] };
  const { data, dated, problems } = takeDates(parsedSource.data, clock.timeZone, isSite);
  const validated = validate({ ...parsedSource, data });
  const isWhole = validated.isValid && problems.length === 0;
  const problemOf = (remaining: typeof data) =>
    validate({ ...parsedSource, data: remaining }).diagnostics.find(({ severity }) => severity === "error")?.message;
  const emptyPart = isWhole && emptied(data, dated, clock, problemOf);
  const all = emptyPart ? [emptyPart] : problems;
  if (all.length === 0) return { ...validated, dated };
  const document = openDocument(source);
  const diagnostics = all.map((problem) => document.report(document.place(problem.path), problem));
  return { ...validated, dated, isValid: false, diagnostics: [...validated.diagnostics, ...diagnostics] };
}

/** Checks an entry against its collection's schema and each of its sections against the schema of its type. */
export function validateEntry(
  parsedSource: ParsedSource,
  schema: z.ZodType,
  sections: SectionSchemas,
  check: CheckValue = checkOnce,
): Validated {
  if (parsedSource.data === undefined)
    return { data: undefined, isValid: false, diagnostics: parsedSource.diagnostics };
  const issues: LocatedIssue[] = [];
  const result = check(schema, parsedSource.data);
  if (!result.success) issues.push(...result.error.issues.map((issue) => ({ issue, base: [] as Path, schema })));
  const checked: Record<string, unknown> = { ...((result.data ?? parsedSource.data) as Record<string, unknown>) };
  const list = (parsedSource.data as { sections?: unknown }).sections;
  if (Array.isArray(list) && "sections" in ((schema as z.ZodObject).shape ?? {}))
    checked.sections = validateSections(list, sections, issues, check);
  if (issues.length === 0)
    return { data: checked, isValid: !hasErrors(parsedSource.diagnostics), diagnostics: parsedSource.diagnostics };
  const document = openDocument(parsedSource.source);
  const problems = explainIssues(issues.slice(0, MAX_ISSUES), parsedSource.data, document, sections);
  const diagnostics = problems
    .map((problem) => document.report(document.place(problem.path, problem.part), problem))
    .filter((diagnostic) => isOwnMistake(diagnostic, parsedSource.diagnostics));
  const isRest = ({ severity, line, column }: Diagnostic) =>
    severity === "error" || !diagnostics.some((other) => other.line === line && other.column === column);
  return { data: checked, isValid: false, diagnostics: [...parsedSource.diagnostics.filter(isRest), ...diagnostics] };
}

function validateSections(
  list: readonly unknown[],
  sections: SectionSchemas,
  issues: LocatedIssue[],
  check: CheckValue,
): unknown[] {
  return list.map((section, index) => {
    const type = (section as { type?: unknown } | null)?.type;
    // A section without a type, or one that is not a mapping: the collection's schema has reported it.
    if (typeof type !== "string") return section;
    const base: Path = ["sections", index];
    const schema = sections.get(type);
    if (!schema) {
      issues.push({ issue: { code: "custom", path: ["type"], message: "", input: type }, base, schema });
      return section;
    }
    const result = check(schema, section);
    if (result.success) return result.data;
    issues.push(...result.error.issues.map((issue) => ({ issue, base, schema })));
    return section;
  });
}

/** Missing and unknown keys are reported even if other parts of their line could not be parsed, unless the key itself was guessed. */
function isOwnMistake(diagnostic: Diagnostic, unread: readonly Diagnostic[]): boolean {
  if (diagnostic.code === "CONTENT_MISSING_KEY") return true;
  const guessed = unread.filter(({ code }) => code === "SOURCE_SYNTAX" || code === "SOURCE_HIDDEN_CHARACTER");
  return !isRepeated(diagnostic, diagnostic.code === "CONTENT_UNKNOWN_KEY" ? guessed : unread);
}
