// A text of the content is read for a person to change, and what they made of it is written: after the same checks as a build makes, into
// the file as it was when they began, or not at all.
import { parseSource } from "../content/parse-source.ts";
import { openDocument } from "../content/source-document.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { contentHash } from "../output/output-file.ts";
import type { Edit, OpenText, SavedText, TextPlace, UnsavedText } from "./edit.ts";
import { changed, refused } from "./edit-problems.ts";
import { type EditableSource, type EditedSource, openSource, saysTheSame, sourceOfRaw } from "./edit-source.ts";
import { findAgain } from "./find-again.ts";
import { type Original, readOriginal, replaceFile } from "./replace-file.ts";
import type { SiteRules } from "./site-rules.ts";
import { shownWords, textOfTyped } from "./typed-words.ts";

export interface EditContext {
  readonly contentDir: string;
  readonly rules: SiteRules;
  /** Files as they were before an edit, by the hash of what they became: whoever takes the edit back gets them to the byte. */
  readonly history: Map<string, string>;
}

/** Edits that are remembered. */
const HISTORY = 50;

/** EDIT_REFUSED and EDIT_FAILED say why there is nothing to change. */
export function readText(place: TextPlace, context: EditContext): OpenText | UnsavedText {
  const opened = openFile(place, context);
  if ("code" in opened) return { problems: [opened] };
  const text = textAt(place, opened, context);
  return "code" in text ? { problems: [text] } : text;
}

/**
 * Nothing is written where anything is in the way: what the schema, a reference or a token of the new words is at fault for, EDIT_CHANGED,
 * EDIT_REFUSED or EDIT_FAILED.
 */
export function saveText(edit: Edit, context: EditContext): SavedText | UnsavedText {
  const opened = openFile(edit, context);
  if ("code" in opened) return { problems: [opened] };
  const { original, source } = opened;
  if (original.hash !== edit.fileHash) return changedMeanwhile(edit, opened, context);
  const there = textAt(edit, opened, context);
  if ("code" in there) return { problems: [there] };
  const text = fileTextOf(edit, there, source);
  if (typeof text !== "string") return { problems: [text] };
  return write({ ...edit, text }, there, opened, context);
}

/** What shall stand in the file. Words that are not those of the file any more are told by the edit itself. */
function fileTextOf(edit: Edit, there: OpenText, source: EditableSource): string | Diagnostic {
  const located = source.locate(edit);
  if ("code" in located) return located;
  return edit.isExact === true || there.text !== edit.was ? edit.text : textOfTyped(edit, there, located);
}

/** `edit.text` is what shall stand in the file. */
function write(edit: Edit, there: OpenText, { original, source }: OpenFile, context: EditContext) {
  const edited = source.edit(edit);
  if ("code" in edited)
    return edited.code === "EDIT_CHANGED" ? { problems: [edited], now: there } : { problems: [edited] };
  const { refusing, remaining } = check(edit, source, edited, context.rules);
  if (refusing.length > 0) return { problems: refusing };
  const raw = asItWas(edited, original, context);
  const problem = raw === original.raw ? undefined : replaceFile(original, raw);
  if (problem?.code === "EDIT_CHANGED") return changedMeanwhile(edit, undefined, context);
  if (problem) return { problems: [problem] };
  const fileHash = contentHash(Buffer.from(raw));
  if (raw !== original.raw) remember(context.history, fileHash, original.raw);
  const { file } = edit;
  const { line } = edited;
  const isHere = linesOf(edit, edited);
  const isPlaceholder = openDocument(edited.source).placeholders.some((place) => isHere(place.line));
  return { file, line, undo: undoOf(edit, fileHash), isPlaceholder, remaining };
}

/** Where the last edit is taken back, the file as it was before. */
function asItWas({ raw, source }: EditedSource, { hash, ref }: Original, { history }: EditContext): string {
  const before = history.get(hash);
  return before !== undefined && saysTheSame(sourceOfRaw(ref, before), source) ? before : raw;
}

function remember(history: Map<string, string>, hash: string, raw: string): void {
  history.set(hash, raw);
  const [oldest] = history.keys();
  if (history.size > HISTORY && oldest !== undefined) history.delete(oldest);
}

interface OpenFile {
  readonly original: Original;
  readonly source: EditableSource;
}

function openFile({ file }: TextPlace, { contentDir, rules }: EditContext): OpenFile | Diagnostic {
  const ref = rules.sourceOf(file);
  if (!ref) return refused(file, "No page of the site is made from this file.");
  const original = readOriginal(ref, contentDir);
  return "code" in original ? original : { original, source: openSource(ref, original.raw) };
}

function textAt(place: TextPlace, { original, source }: OpenFile, { rules }: EditContext): OpenText | Diagnostic {
  const { file, path, block } = place;
  const located = source.locate(place);
  if ("code" in located) return located;
  const use = rules.fields(source.source).find((each) => String(each.path) === String(path));
  const kind = use?.field.kind;
  if (kind !== "text" && kind !== "markdown")
    return refused(file, "What stands at this place of the file is not a text.");
  const description = rules.describe(original.ref, parseSource(source.source).data, path);
  const { text, line } = located;
  const shown = shownWords(located, { kind, ...(block && { block }) });
  return {
    file,
    path,
    ...(block && { block }),
    text,
    ...shown,
    fileHash: original.hash,
    line,
    kind,
    ...(description && { description }),
  };
}

/** Tells what the file says now at the place, or where its words have moved to. */
function changedMeanwhile(edit: Edit, known: OpenFile | undefined, context: EditContext): UnsavedText {
  const opened = known ?? openFile(edit, context);
  if ("code" in opened) return { problems: [opened] };
  const again = findAgain(edit, edit.was, context.rules.fields(opened.source.source)) ?? edit;
  const now = textAt(again, opened, context);
  return "code" in now ? { problems: [changed(edit.file), now] } : { problems: [changed(edit.file, now.line)], now };
}

/** What was wrong before, elsewhere, is no reason to refuse. */
function check(edit: Edit, before: EditableSource, after: EditedSource, rules: SiteRules) {
  const errors = (all: readonly Diagnostic[]) => all.filter(({ severity }) => severity === "error");
  const nameOf = ({ code, message }: Diagnostic) => `${code} ${message}`;
  const old = new Set(errors(rules.check(before.source)).map(nameOf));
  const isHere = linesOf(edit, after);
  const found = errors(rules.check(after.source));
  const isNew = (problem: Diagnostic) => !old.has(nameOf(problem)) || isHere(problem.line ?? 0);
  return { refusing: found.filter(isNew), remaining: found.filter((problem) => !isNew(problem)) };
}

/** The lines of the file that the edited words take. */
function linesOf({ path, text }: Edit, { source, line }: EditedSource): (line: number) => boolean {
  const isBody = source.format === "markdown" && path[0] === "body";
  const first = isBody ? line : Math.min(line, openDocument(source).place(path).line);
  const last = line + text.split("\n").length - 1;
  return (other) => first <= other && other <= last;
}

function undoOf({ file, path, block, was, text }: Edit, fileHash: string): Edit {
  const now = text.replace(/\r\n?/g, "\n");
  const lines = block && { first: block.first, end: block.first + now.split("\n").length };
  return { file, path, ...(lines && { block: lines }), was: now, text: was, isExact: true, fileHash };
}
