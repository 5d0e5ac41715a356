// What one thread does: reads entries, and renders their pages. Values are kept as text where they may be needed again; a value that is not
// there is read from its file once more.

import type { FieldUse } from "../../templates/kit/for-build/index.ts";
import { requireTemplates } from "../bundle/load-templates.ts";
import type { TemplateProgram } from "../bundle/templates.ts";
import type { EntryRow, EntrySource, ResolvedEntry } from "../content/entries/entry-row.ts";
import { createEntryRules } from "../content/entries/entry-rules.ts";
import { checkFile, isJson, mayHoldTokens, type ReadOptions, readEntry } from "../content/entries/read-entry.ts";
import { openIndex, type RowToResolve, resolveRow, resolveWritten } from "../content/entries/resolve-row.ts";
import type { Clock } from "../content/publication/clock.ts";
import { applyEdits } from "../content/publication/edits.ts";
import type { LinkTargets } from "../content/references/link-targets.ts";
import { fillTokens } from "../content/references/resolve-references.ts";
import { visitFields } from "../content/schema/entry-fields.ts";
import type { SourceRef } from "../content/sources/list-sources.ts";
import { readSource, type SourceFile } from "../content/sources/read-source.ts";
import { type Diagnostic, EventsiteError, mergeReports } from "../diagnostics/diagnostic.ts";
import { contentHash } from "../files/content-hash.ts";
import type { PageJob, RenderJob, ThreadSetup } from "../render/page-job.ts";
import type { PageQueue } from "../render/page-queue.ts";
import { type RenderResult, renderPages } from "../render/render-pages.ts";
import { yieldTurn } from "../work/yield-turn.ts";

/** Not `Buffer.from`: its shared pools would stay in memory with all that was read meanwhile. */
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** For values as they are written, whenever they are public. */
const NO_CLOCK: Clock = { moment: 0, timeZone: "UTC", showsAll: true };

export interface EntryThread {
  /** A row for each source, by the path of the file; as of this clock. */
  read(sources: readonly EntrySource[], clock: Clock, options: ReadOptions): Promise<readonly ReadRow[]>;
  /** What comes of the references of each, by the path of the file. */
  resolve(rows: readonly RowToResolve[], index: LinkTargets): Promise<readonly ResolvedRow[]>;
  /** `onRendered` is called now and then with the number of pages so far. */
  render(queue: PageQueue, job: RenderJob, onRendered?: (pages: number) => void): Promise<RenderResult>;
}

type ReadRow = readonly [path: string, row: EntryRow];
type ResolvedRow = readonly [path: string, resolved: ResolvedEntry];

/** This thread. */
export interface LocalThread extends EntryThread {
  /** The values of an entry as validated, tokens not filled in. Throws if its file has another text by now. */
  valuesOf(source: SourceRef, text: string): Record<string, unknown>;
  /** The problems an entry would have if its file held this text, in a site with this index. */
  check(file: SourceFile, index: LinkTargets | undefined): readonly Diagnostic[];
  /** The marked fields of such an entry, valid or not. */
  fields(file: SourceFile): readonly FieldUse[];
}

/** `program` saves loading it twice. */
export function createThread(
  setup: ThreadSetup,
  program: TemplateProgram = requireTemplates(setup.programFile),
): LocalThread {
  const rules = createEntryRules(program);
  /** By collection and name of the text. As bytes of JSON, which take less memory than objects. */
  const values = new Map<string, Uint8Array>();
  const nameOf = ({ collection }: SourceRef, text: string) => `${collection}/${text}`;
  const keepValues = (source: SourceRef, text: string, written: Record<string, unknown>) => {
    if (isJson(written)) values.set(nameOf(source, text), encoder.encode(JSON.stringify(written)));
  };
  const valuesOf = (source: SourceRef, text: string): Record<string, unknown> => {
    const cached = values.get(nameOf(source, text));
    if (cached) return JSON.parse(decoder.decode(cached));
    const file = readSource(source);
    const { written } = checkFile(rules, source, file, NO_CLOCK);
    if (!written || "code" in file || contentHash(file.text) !== text)
      throw new EventsiteError("SOURCE_UNREADABLE", `${source.file} was changed while the site was built.`, {
        hint: "build again",
      });
    keepValues(source, text, written);
    return written;
  };
  const inputOf = ({ path, collection, slug, source, text, edits, holdsTokens }: PageJob, { tokens }: RenderJob) => ({
    path,
    collection,
    slug,
    data: applyEdits(fillTokens(valuesOf(source, text), { tokens }, holdsTokens).value, edits),
  });
  return {
    async read(sources, clock, options) {
      const rows: ReadRow[] = [];
      for (const source of sources) {
        await yieldTurn();
        const { row, written } = readEntry(rules, source, options, clock);
        if (row.entry && written) keepValues(source, row.entry.textHash, written);
        rows.push([source.path, row]);
      }
      return rows;
    },
    async resolve(rows, index) {
      const indexInUse = openIndex(index);
      const resolved: ResolvedRow[] = [];
      for (const row of rows) {
        await yieldTurn();
        const written = valuesOf(row.source, row.textHash);
        resolved.push([row.source.path, resolveRow(rules, row, written, indexInUse)]);
      }
      return resolved;
    },
    render: (queue, job, onRendered) =>
      renderPages({ setup, program, queue, job, inputOf: (page) => inputOf(page, job), onRendered }),
    valuesOf,
    check(file, index) {
      const { written, dated, diagnostics } = checkFile(rules, file, file, index?.clock ?? NO_CLOCK);
      if (!written || !index) return diagnostics;
      const entry = { written, dated, mayHoldTokens: mayHoldTokens(file) };
      const resolved = resolveWritten(rules, file, entry, index);
      const { own, ofNames } = mergeReports(diagnostics, resolved.diagnostics);
      return [...own, ...ofNames];
    },
    fields(file) {
      const { written } = checkFile(rules, file, file, NO_CLOCK);
      const found: FieldUse[] = [];
      if (written) visitFields(rules.partsOf({ source: file, written }), (use) => found.push(use));
      return found;
    },
  };
}
