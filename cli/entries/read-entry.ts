// A content file → its row of facts: what it says, checked against its schema, and against the targets and tokens that it names. The row
// says what it depends on; as long as that is the same, the file is not read again.
import { getOrMake } from "../config/get-or-make.ts";
import { visitFields } from "../content/entry-fields.ts";
import { hasTarget, type LinkTargets, windowOf } from "../content/link-targets.ts";
import type { SourceRef } from "../content/list-sources.ts";
import { type ParsedSource, parseSource } from "../content/parse-source.ts";
import { placeholderMarks, placeholderProblems } from "../content/placeholders.ts";
import {
  ALWAYS,
  applyEdits,
  type Clock,
  type DatedPart,
  editsAt,
  isWithin,
  type Period,
  type PublicationEdits,
  type PublicWindow,
  periodOf,
  UNWRITTEN,
  windowAt,
} from "../content/publication.ts";
import { readSource, type SourceFile } from "../content/read-source.ts";
import { type Resolved, resolveEntry } from "../content/resolve-references.ts";
import { validateDated, validateEntry } from "../content/validate-entry.ts";
import { type Diagnostic, mergeReports } from "../diagnostics/diagnostic.ts";
import { contentHash } from "../emit/output-file.ts";
import { type Fingerprint, fingerprint } from "../render/fingerprint.ts";
import type { EntryRules } from "./entry-rules.ts";

/** An entry to read; `isChosen` marks the published variant of a page. */
export interface EntrySource extends SourceRef {
  readonly isChosen: boolean;
  /** Names the state of the file; undefined if its stat cannot be trusted: it is then read again. */
  readonly stamp: string | undefined;
}

/** What a source file says. Plain data: it is kept for the next build. */
export interface EntryRow {
  readonly stamp: string | undefined;
  /** Of reading the file and checking it against its schema. */
  readonly diagnostics: readonly Diagnostic[];
  /** Its characters that not every font always has. */
  readonly characters: string;
  /** undefined if the file could not be parsed. */
  readonly entry: EntryFacts | undefined;
}

export interface EntryFacts {
  /** Entries with problems are never published, but their references are checked like any other. */
  readonly isValid: boolean;
  /** Number of placeholder values. */
  readonly placeholders: number;
  /** When it is public; undefined for always. One whose words are all placeholders is a draft. */
  readonly window: PublicWindow | undefined;
  /** How it differs now from what is written. */
  readonly edits: PublicationEdits | undefined;
  /** For which clocks this row holds, and between which moments; undefined if nothing in it has a date. */
  readonly period: (Period & Omit<Clock, "moment">) | undefined;
  /** `eventsite new` began it, and some of its samples are still there. */
  readonly isStarter: boolean;
  readonly order: number;
  readonly listed: boolean;
  readonly title: string;
  readonly description: string;
  /** Addresses that its page had before; undefined where there are none. */
  readonly formerly: readonly string[] | undefined;
  /** What it refers to, as `hasTarget` names it, and the pictures that it names. */
  readonly targets: readonly string[];
  readonly images: readonly string[];
  /** Fingerprint of all tokens; undefined if the file can hold none. */
  readonly tokens: string | undefined;
  /** Fingerprint of the index, if references have problems, whose hints name what there is, or lead to what is not always public. */
  readonly index: string | undefined;
  readonly unresolved: readonly Diagnostic[];
  /** What other pages can see of it, tokens filled in. */
  readonly summary: unknown;
  readonly summaryPrint: Fingerprint;
  /** Names the text of the file. */
  readonly text: string;
}

/** A published entry as the rest of the site sees it. */
export interface PublishedEntry extends EntryFacts {
  readonly collection: string;
  readonly slug: string;
  readonly file: string;
  readonly source: EntrySource;
  /** undefined if it has no page. */
  readonly path: string | undefined;
}

type OpenIndex = ReturnType<typeof openIndex>;

/** The targets and tokens of a site, and their fingerprints. */
export function openIndex(index: LinkTargets) {
  const cached = new Map<string, boolean>();
  let tokens: string | undefined;
  let whole: string | undefined;
  return {
    index,
    /** Whether it is there and always public: many entries name the same. */
    has: (target: string): boolean =>
      getOrMake(cached, target, () => hasTarget(index, target) && !windowOf(index, target)),
    tokens: () => (tokens ??= String(fingerprint(index.tokens))),
    // Rows name the moments between which they hold.
    whole: () => (whole ??= String(fingerprint({ ...index, clock: undefined }))),
  };
}

/** Why a file has to be read again; undefined if its row is what reading it would give. */
export function staleReason(
  row: EntryRow | undefined,
  { stamp }: Pick<EntrySource, "stamp">,
  { index, has, tokens, whole }: OpenIndex,
): string | undefined {
  if (!row) return "new";
  if (stamp === undefined || row.stamp !== stamp) return "changed";
  const { entry } = row;
  if (!entry) return undefined;
  if (entry.tokens !== undefined && entry.tokens !== tokens()) return "a value of site.yaml changed";
  if (entry.period && !holdsFor(entry.period, index.clock)) return "the time of something in it came";
  const isResolved =
    entry.index === undefined
      ? entry.targets.every(has) && entry.images.every((src) => index.images.has(src))
      : entry.index === whole();
  return isResolved ? undefined : "what it refers to changed";
}

const holdsFor = (period: Period & Omit<Clock, "moment">, { moment, timeZone, showsAll }: Clock): boolean =>
  isWithin(period, moment) && period.timeZone === timeZone && period.showsAll === showsAll;

export interface ReadOptions {
  /** Also reports remaining placeholders. */
  readonly release: boolean;
}

/** A row, and the validated values that it was made of, tokens not filled in. */
export function readEntry(rules: EntryRules, source: EntrySource, { release }: ReadOptions, opened: OpenIndex) {
  const { stamp } = source;
  const file = readSource(source);
  const checked = checkFile(rules, source, file, opened.index.clock);
  const { characters, written } = checked;
  const isText = !("code" in file);
  const unwritten = release && isText ? placeholderProblems(file) : [];
  if (!isText || !written) {
    const diagnostics = [...checked.diagnostics, ...unwritten];
    return { row: { stamp, characters, diagnostics, entry: undefined }, written };
  }
  const { index, tokens, whole } = opened;
  const holdsTokens = mayHoldTokens(file);
  const { clock } = index;
  const marks = placeholderMarks(file);
  const parts = () => rules.partsOf({ source, written });
  const dated = marks?.coverWords(parts()) ? [...checked.dated, { path: [], ...UNWRITTEN }] : checked.dated;
  const resolved = resolveWritten(rules, file, written, index, dated);
  const reports = mergeReports(checked.diagnostics, resolved.diagnostics);
  const edits = editsAt(dated, resolved.dropped, clock, (use) => visitFields(parts(), use));
  const data = applyEdits(resolved.data, edits);
  const window = windowAt(dated, []);
  const collection = rules.collection(source.collection);
  const said = copied({
    title: String(written.title ?? ""),
    description: String(written.description ?? ""),
    targets: resolved.targets,
    images: [...new Set(resolved.images)],
    summary: rules.summaryOf(source.collection, data),
  });
  const { formerly } = written;
  const entry: EntryFacts = {
    isValid: checked.isValid,
    placeholders: marks?.count ?? 0,
    window: window === ALWAYS ? undefined : window,
    edits,
    period: dated.length === 0 ? undefined : { ...clock, ...periodOf(dated, clock.moment) },
    isStarter: marks?.isStarter ?? false,
    order: typeof written.order === "number" ? written.order : Number.MAX_SAFE_INTEGER,
    listed: written.listed !== false,
    formerly: Array.isArray(formerly) ? formerly.flatMap((slug) => collection?.path?.(String(slug)) ?? []) : undefined,
    tokens: holdsTokens ? tokens() : undefined,
    index: resolved.diagnostics.length === 0 && resolved.targets.every(opened.has) ? undefined : whole(),
    unresolved: reports.ofNames,
    ...said,
    summaryPrint: fingerprint(said.summary),
    text: contentHash(file.text),
  };
  return { row: { stamp, characters, diagnostics: [...reports.own, ...unwritten], entry }, written };
}

/** Texts of their own: a part of a file keeps all of it in memory. */
const copied = <Value>(value: Value): Value => (isJson(value) ? JSON.parse(JSON.stringify(value)) : value);

/** Whether JSON gives the value back as it is: schemas may make any objects of a value, such as those of a class. */
export function isJson(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== "object" || value === null)
    return value === null || typeof value === "string" || typeof value === "boolean";
  if (Array.isArray(value)) return value.every(isJson);
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isJson);
}

const mayHoldTokens = ({ text }: Pick<SourceFile, "text">): boolean => text.includes("{") || text.includes("}");

/** The values of a file, and all that is wrong with it by itself. */
export function checkFile(rules: EntryRules, source: SourceRef, file: ReturnType<typeof readSource>, clock: Clock) {
  const collection = rules.collection(source.collection);
  const nothing = { characters: "", written: undefined, dated: [], isValid: false };
  if (!collection) return { ...nothing, diagnostics: [] };
  if ("code" in file) return { ...nothing, diagnostics: [file] };
  const validate = (parsed: ParsedSource) => validateEntry(parsed, collection.schema, rules.sections, rules.checkValue);
  const { data, ...checked } = validateDated(parseSource(file), clock, validate);
  return { ...checked, characters: rules.charactersOf(file.text), written: data };
}

/** Checks what the values refer to, and fills in their tokens. */
export const resolveWritten = (
  rules: EntryRules,
  file: SourceFile,
  written: Record<string, unknown>,
  index: LinkTargets,
  dated: readonly DatedPart[],
): Resolved => {
  const parts = rules.partsOf({ source: file, written });
  return resolveEntry(file, written, parts, { ...index, dated }, mayHoldTokens(file));
};
