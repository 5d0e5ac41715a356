// A row, and all that its entry may refer to → what comes of its references, and what other pages can see of it. It names what it depends
// on; as long as that is the same, it is used again.

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

type IndexInUse = ReturnType<typeof openIndex>;

/** The targets and tokens of a site, and their fingerprints. */
export function openIndex(index: LinkTargets) {
  const cached = new Map<string, boolean>();
  let tokens: string | undefined;
  let whole: string | undefined;
  return {
    index,
    /** Whether it is there and always public: many entries name the same. */
    has: (target: string): boolean =>
      getOrMake(cached, target, () => hasTarget(index, target) && !windowOfTarget(index, target)),
    tokens: () => (tokens ??= String(fingerprint(index.tokens))),
    // Rows name the moments between which they hold.
    whole: () => (whole ??= String(fingerprint({ ...index, clock: undefined }))),
  };
}

/** The reason of a file that was just read. */
export const UNRESOLVED = "read";

/** Why an entry has to be resolved; undefined if that would give what its row has. */
export function unresolvedReason(
  { resolved }: Pick<EntryRow, "resolved">,
  { index, has, tokens, whole }: IndexInUse,
): string | undefined {
  if (!resolved) return UNRESOLVED;
  if (resolved.tokens !== undefined && resolved.tokens !== tokens()) return "a value of site.yaml changed";
  const isTheSame =
    resolved.indexFingerprint === undefined
      ? resolved.targets.every(has) && resolved.images.every((src) => index.images.has(src))
      : resolved.indexFingerprint === whole();
  return isTheSame ? undefined : "what it refers to changed";
}

/** An entry to resolve, and what its row says of it. */
export interface RowToResolve
  extends Pick<EntryRow, "diagnostics">,
    Pick<WrittenEntry, "dated" | "mayHoldTokens" | "textHash"> {
  readonly source: EntrySource;
}

/** `written` are its validated values, tokens not filled in. */
export function resolveRow(
  rules: EntryRules,
  { source, diagnostics, dated, mayHoldTokens }: RowToResolve,
  written: Record<string, unknown>,
  { index, has, tokens, whole }: IndexInUse,
): ResolvedEntry {
  const resolved = resolveWritten(rules, source, { written, dated, mayHoldTokens }, index);
  const { own, ofNames } = mergeReports(diagnostics, resolved.diagnostics);
  const edits = editsAt(dated, resolved.dropped, index.clock, (use) =>
    visitFields(rules.partsOf({ source, written }), use),
  );
  const said = copied({
    targets: resolved.targets,
    images: [...new Set(resolved.images)],
    summary: rules.summaryOf(source.collection, applyEdits(resolved.data, edits)),
  });
  return {
    diagnostics: own,
    unresolved: ofNames,
    edits,
    ...said,
    tokens: mayHoldTokens ? tokens() : undefined,
    indexFingerprint: resolved.diagnostics.length === 0 && resolved.targets.every(has) ? undefined : whole(),
    summaryFingerprint: fingerprint(said.summary),
  };
}

/** Checks what the values refer to, and fills in their tokens. */
export const resolveWritten = (
  rules: EntryRules,
  source: SourceRef | SourceFile,
  entry: {
    readonly written: Record<string, unknown>;
    readonly dated: readonly DatedPart[];
    readonly mayHoldTokens: boolean;
  },
  index: LinkTargets,
): Resolved => {
  const { written, dated, mayHoldTokens } = entry;
  return resolveEntry(source, written, rules.partsOf({ source, written }), { ...index, dated }, mayHoldTokens);
};
