// Checks the references, pictures, links and tokens of an entry, fills in its tokens and lists what it names.

import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { droppable } from "../publication/edits.ts";
import { type EntryPart, visitFields } from "../schema/entry-fields.ts";
import type { SourceRef } from "../sources/list-sources.ts";
import { documentAt } from "../sources/locate.ts";
import type { SourceFile } from "../sources/read-source.ts";
import { openDocument, type Path } from "../sources/source-document.ts";
import { checkField, type EntryIndex, type ReferenceIssue, unknownToken } from "./check-references.ts";
import type { LinkTargets } from "./link-targets.ts";
import { resolveTokens, type UnknownToken } from "./resolve-tokens.ts";

export interface Resolved {
  readonly data: Record<string, unknown>;
  readonly images: readonly string[];
  /** What its fields refer to, as `hasTarget` takes it. Each target is in it once. */
  readonly targets: readonly string[];
  /** References to what is not public. They are left out of their lists. */
  readonly dropped: readonly Path[];
  readonly diagnostics: readonly Diagnostic[];
}

export function resolveEntry(
  source: SourceRef | SourceFile,
  data: Record<string, unknown>,
  parts: readonly EntryPart[],
  index: EntryIndex,
  mayHoldTokens: boolean,
): Resolved {
  const issues: ReferenceIssue[] = [];
  const names = { images: [], targets: new Set<string>() };
  const blanks = new Map<string, readonly string[]>();
  visitFields(parts, (use) => {
    issues.push(...checkField(use, index, names));
    if (use.field.kind === "text" && use.field.blanks) blanks.set(use.path.join("\0"), use.field.blanks);
  });
  const isBlank = (name: string, path: Path) => blanks.get(path.join("\0"))?.includes(name) ?? false;
  const filled = fillTokens(data, index, mayHoldTokens, isBlank);
  for (const { token, path } of filled.unknown) issues.push(unknownToken(token, path, index));
  const dropped = droppable(
    data,
    issues.flatMap(({ isHidden, path }) => (isHidden ? [path] : [])),
  );
  const reportedIssues = issues.filter(({ path }) => !dropped.includes(path));
  const diagnostics = reportedIssues.length === 0 ? [] : locate(reportedIssues, source);
  return { data: filled.value, images: names.images, targets: [...names.targets], dropped, diagnostics };
}

/** The values of an entry with its tokens filled in, and the unknown tokens. */
export const fillTokens = (
  data: Record<string, unknown>,
  { tokens }: Pick<LinkTargets, "tokens">,
  mayHoldTokens: boolean,
  isBlank?: (name: string, path: Path) => boolean,
): { readonly value: Record<string, unknown>; readonly unknown: readonly UnknownToken[] } =>
  mayHoldTokens && tokens ? resolveTokens(data, tokens, isBlank) : { value: data, unknown: [] };

/** How many problems of one entry are reported, as each is searched in its text. */
const MAX_ISSUES = 200;

function locate(issues: readonly ReferenceIssue[], source: SourceRef | SourceFile): Diagnostic[] {
  const document = "text" in source ? openDocument(source) : documentAt(source);
  return issues.slice(0, MAX_ISSUES).map((issue) => {
    const { code, path, message, hint, severity = "error", inText, folder } = issue;
    const emptyFolder = folder === undefined ? {} : { folder };
    if (!document) return { code, severity, message, file: source.file, hint, ...emptyFolder };
    const place = inText ? document.placeInText(path, inText.line, inText.needle) : document.place(path);
    return { ...document.report(place, issue), ...emptyFolder };
  });
}
