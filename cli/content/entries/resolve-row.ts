// A row, and all that its entry may refer to → what its references lead to, and what other pages can see of it. The result names what it
// depends on, and is used again while that is the same.

import { fingerprint } from "../../assets/cache/fingerprint.ts";
import { mergeReports } from "../../diagnostics/diagnostic.ts";
import { getOrMake } from "../../work/get-or-make.ts";
import { applyEdits, editsAt } from "../publication/edits.ts";
import type { DatedPart } from "../publication/windows.ts";
import { hasTarget, type LinkTargets, windowOfTarget } from "../references/link-targets.ts";
import { type Resolved, resolveEntry } from "../references/resolve-references.ts";
import { visitFields } from "../schema/entry-fields.ts";
import type { SourceRef } from "../sources/list-sources.ts";
import type { SourceFile } from "../sources/read-source.ts";
import type { EntryRow, EntrySource, ResolvedEntry, WrittenEntry } from "./entry-row.ts";
import type { EntryRules } from "./entry-rules.ts";
import { copied } from "./read-entry.ts";

/** The targets and tokens of a site, and their fingerprints. */
interface IndexInUse {
  readonly index: LinkTargets;
  /** Whether a target is there and always public. */
  has(target: string): boolean;
  tokensFingerprint(): string;
  indexFingerprint(): string;
}

export function openIndex(index: LinkTargets): IndexInUse {
  // Many entries name the same targets.
  const cached = new Map<string, boolean>();
  let tokensFingerprint: string | undefined;
  let indexFingerprint: string | undefined;
  return {
    index,
    has: (target) => getOrMake(cached, target, () => hasTarget(index, target) && !windowOfTarget(index, target)),
    tokensFingerprint() {
      tokensFingerprint ??= String(fingerprint(index.tokens));
      return tokensFingerprint;
    },
    indexFingerprint() {
      // Without the clock: rows name the moments that they are valid for.
      indexFingerprint ??= String(fingerprint({ ...index, clock: undefined }));
      return indexFingerprint;
    },
  };
}

/** The reason for a file that was just read. */
export const UNRESOLVED = "read";

/** Why an entry has to be resolved; undefined if its row has the result. */
export function unresolvedReason(
  { resolved }: Pick<EntryRow, "resolved">,
  { index, has, tokensFingerprint, indexFingerprint }: IndexInUse,
): string | undefined {
  if (!resolved) return UNRESOLVED;
  if (resolved.tokens !== undefined && resolved.tokens !== tokensFingerprint()) return "a value of site.yaml changed";
  const isTheSame =
    resolved.indexFingerprint === undefined
      ? resolved.targets.every(has) && resolved.images.every((src) => index.images.has(src))
      : resolved.indexFingerprint === indexFingerprint();
  return isTheSame ? undefined : "what it refers to changed";
}

/** An entry to resolve, with parts of its row. */
export interface RowToResolve
  extends Pick<EntryRow, "diagnostics">,
    Pick<WrittenEntry, "dated" | "mayHoldTokens" | "textHash"> {
  readonly source: EntrySource;
}

/** `values` are validated and have no tokens filled in. */
export function resolveRow(
  rules: EntryRules,
  { source, diagnostics, dated, mayHoldTokens }: RowToResolve,
  values: Record<string, unknown>,
  { index, has, tokensFingerprint, indexFingerprint }: IndexInUse,
): ResolvedEntry {
  const resolution = resolveValues(rules, source, { values, dated, mayHoldTokens }, index);
  const { ofFile, ofNames } = mergeReports(diagnostics, resolution.diagnostics);
  const edits = editsAt(dated, resolution.dropped, index.clock, (use) =>
    visitFields(rules.partsOf({ source, values }), use),
  );
  const parts = copied({
    targets: resolution.targets,
    images: [...new Set(resolution.images)],
    summary: rules.summaryOf(source.collection, applyEdits(resolution.data, edits)),
  });
  return {
    diagnostics: ofFile,
    unresolved: ofNames,
    edits,
    ...parts,
    tokens: mayHoldTokens ? tokensFingerprint() : undefined,
    indexFingerprint:
      resolution.diagnostics.length === 0 && resolution.targets.every(has) ? undefined : indexFingerprint(),
    summaryFingerprint: fingerprint(parts.summary),
  };
}

/** Checks the references of the values, and fills in their tokens. */
export const resolveValues = (
  rules: EntryRules,
  source: SourceRef | SourceFile,
  entry: {
    readonly values: Record<string, unknown>;
    readonly dated: readonly DatedPart[];
    readonly mayHoldTokens: boolean;
  },
  index: LinkTargets,
): Resolved => {
  const { values, dated, mayHoldTokens } = entry;
  return resolveEntry(source, values, rules.partsOf({ source, values }), { ...index, dated }, mayHoldTokens);
};
