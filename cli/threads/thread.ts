// The work of one thread: it reads entries, resolves their references, and renders their pages.

import type { FieldUse } from "../../templates/kit/for-build/index.ts";
import type { PageInput } from "../../templates/kit/index.ts";
import { requireTemplates } from "../bundle/load-templates.ts";
import type { TemplateProgram } from "../bundle/templates.ts";
import type { EntryRow, EntrySource, ResolvedEntry } from "../content/entries/entry-row.ts";
import { createEntryRules, type EntryRules } from "../content/entries/entry-rules.ts";
import { checkFile, mayHoldTokens, type ReadOptions, readEntry } from "../content/entries/read-entry.ts";
import { openIndex, type RowToResolve, resolveRow, resolveValues } from "../content/entries/resolve-row.ts";
import { type Clock, NO_CLOCK } from "../content/publication/clock.ts";
import { applyEdits } from "../content/publication/edits.ts";
import type { LinkTargets } from "../content/references/link-targets.ts";
import { fillTokens } from "../content/references/resolve-references.ts";
import { visitFields } from "../content/schema/entry-fields.ts";
import type { SourceRef } from "../content/sources/list-sources.ts";
import type { SourceFile } from "../content/sources/read-source.ts";
import { type Diagnostic, mergeReports } from "../diagnostics/diagnostic.ts";
import type { PageJob, RenderJob, ThreadSetup } from "../render/page-job.ts";
import type { PageQueue } from "../render/page-queue.ts";
import { type RenderResult, renderPages } from "../render/render-pages.ts";
import { yieldTurn } from "../work/yield-turn.ts";
import { createEntryValues } from "./entry-values.ts";

export interface EntryThread {
  /** The row of each source by its path, valid for this clock. */
  read(sources: readonly EntrySource[], clock: Clock, options: ReadOptions): Promise<readonly ReadRow[]>;
  /** The resolved references of each row by the path of its file. */
  resolve(rows: readonly RowToResolve[], index: LinkTargets): Promise<readonly ResolvedRow[]>;
  /** `onRendered` is called from time to time with the number of pages so far. */
  render(queue: PageQueue, job: RenderJob, onRendered?: (pages: number) => void): Promise<RenderResult>;
}

type ReadRow = readonly [path: string, row: EntryRow];
type ResolvedRow = readonly [path: string, resolved: ResolvedEntry];

/** This thread. */
export interface LocalThread extends EntryThread {
  /** The validated values of an entry, without tokens filled in. Throws if its file has another text now. */
  valuesOf(source: SourceRef, textHash: string): Record<string, unknown>;
  /** The problems an entry would have if its file held this text, in a site with this index. */
  check(file: SourceFile, index: LinkTargets | undefined): readonly Diagnostic[];
  /** The marked fields of such an entry, valid or not. */
  fields(file: SourceFile): readonly FieldUse[];
}

/** With `program`, it is not loaded twice. */
export function createThread(
  setup: ThreadSetup,
  program: TemplateProgram = requireTemplates(setup.programFile),
): LocalThread {
  const rules = createEntryRules(program);
  const { keep, valuesOf } = createEntryValues(rules);
  return {
    read: (sources, clock, options) =>
      eachInTurn(sources, (source) => {
        const { row, values } = readEntry(rules, source, options, clock);
        if (row.entry && values) keep(source, row.entry.textHash, values);
        return [source.path, row];
      }),
    resolve(rows, index) {
      const indexInUse = openIndex(index);
      return eachInTurn(rows, (row) => {
        const values = valuesOf(row.source, row.textHash);
        return [row.source.path, resolveRow(rules, row, values, indexInUse)];
      });
    },
    render(queue, job, onRendered) {
      const inputOf = (page: PageJob) => pageInput(page, valuesOf(page.source, page.textHash), job);
      return renderPages({ setup, program, queue, job, inputOf, onRendered });
    },
    valuesOf,
    check: (file, index) => checkEntry(rules, file, index),
    fields: (file) => fieldsOf(rules, file),
  };
}

async function eachInTurn<Item, Result>(items: readonly Item[], run: (item: Item) => Result): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    await yieldTurn();
    results.push(run(item));
  }
  return results;
}

const pageInput = (
  { path, collection, slug, edits, holdsTokens }: PageJob,
  values: Record<string, unknown>,
  { tokens }: RenderJob,
): PageInput => ({
  path,
  collection,
  slug,
  data: applyEdits(fillTokens(values, { tokens }, holdsTokens).value, edits),
});

function checkEntry(rules: EntryRules, file: SourceFile, index: LinkTargets | undefined): readonly Diagnostic[] {
  const { values, dated, diagnostics } = checkFile(rules, file, file, index?.clock ?? NO_CLOCK);
  if (!values || !index) return diagnostics;
  const entry = { values, dated, mayHoldTokens: mayHoldTokens(file) };
  const resolution = resolveValues(rules, file, entry, index);
  const { ofFile, ofNames } = mergeReports(diagnostics, resolution.diagnostics);
  return [...ofFile, ...ofNames];
}

function fieldsOf(rules: EntryRules, file: SourceFile): readonly FieldUse[] {
  const { values } = checkFile(rules, file, file, NO_CLOCK);
  const fields: FieldUse[] = [];
  if (values) visitFields(rules.partsOf({ source: file, values }), (use) => fields.push(use));
  return fields;
}
