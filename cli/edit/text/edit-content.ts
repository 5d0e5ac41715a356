// Reads a text of the content for editing and writes the changed one: after the checks of a build, and only into an unchanged file.

import { parseSource } from "../../content/sources/parse-source.ts";
import { openDocument } from "../../content/sources/source-document.ts";
import { type Diagnostic, isError } from "../../diagnostics/diagnostic.ts";
import {
  isMarkOf,
  marksIn,
  withoutMarkedWords,
  withoutMarks,
  withoutReplacedMarks,
} from "../../rewrite/placeholder-marks.ts";
import { type Original, readOriginal, replaceFile } from "../../rewrite/replace-file.ts";
import { sourceOfRaw } from "../../rewrite/rewrite-file.ts";
import { changed, refused } from "../../rewrite/rewrite-problems.ts";
import { type EditableSource, type EditedSource, openSource, removeText } from "../../rewrite/rewrite-text.ts";
import type { Edit, TextPlace } from "../../rewrite/text-place.ts";
import type { OpenText, SavedText, UnsavedText } from "./edit.ts";
import { countsOf, type EditContext, type Step } from "./edit-history.ts";
import { relocateText } from "./relocate-text.ts";
import { isKnownIn, type SiteRules } from "./site-rules.ts";
import { shownWords, textOfTyped } from "./typed-words.ts";

/** EDIT_REFUSED and EDIT_FAILED say why there is nothing to change. */
export function readText(place: TextPlace, context: EditContext): OpenText | UnsavedText {
  const opened = openFile(place, context);
  if ("code" in opened) return { problems: [opened] };
  const text = textAt(place, opened, context);
  return "code" in text ? { problems: [text] } : text;
}

/** Nothing is written on any problem: of the schema, a reference or a token, EDIT_CHANGED, EDIT_REFUSED or EDIT_FAILED. */
export function saveText(edit: Edit, context: EditContext): SavedText | UnsavedText {
  const opened = openFile(edit, context);
  if ("code" in opened) return { problems: [opened] };
  const { original, source } = opened;
  if (original.hash !== edit.fileHash) return changedMeanwhile(edit, opened, context);
  const there = textAt(edit, opened, context);
  if ("code" in there) return { problems: [there] };
  if (there.text !== edit.was) return { problems: [changed(edit.file, there.line)], now: there };
  if (edit.text === null) return write(edit, removeText(original.ref, original.raw, edit.path), opened, context);
  const typed = textOfTyped({ ...edit, text: edit.text }, there, source);
  if (typeof typed !== "string") return { problems: [typed] };
  const text = withoutMarkedWords(typed, edit.isReal ? undefined : edit.was);
  return write({ ...edit, text }, withoutMark(edit, source.edit({ ...edit, text }), opened), opened, context);
}

/** A replaced text is no placeholder any more, nor is one that somebody says is real. */
function withoutMark(edit: Edit, edited: EditedSource | Diagnostic, { original: { ref, raw } }: OpenFile) {
  if ("code" in edited) return edited;
  const replaced = withoutReplacedMarks(ref, raw, edited.raw);
  const left = edit.isReal ? withoutMarks(ref, replaced, (mark) => isMarkOf(mark, edit, edited.line)) : replaced;
  const located = openSource(ref, left).locate(edit);
  return { raw: left, source: sourceOfRaw(ref, left), line: "code" in located ? edited.line : located.line };
}

/** The text of `edit` is what will be in the file. */
function write(
  edit: Edit,
  edited: EditedSource | Diagnostic,
  { original, source }: OpenFile,
  context: EditContext,
): SavedText | UnsavedText {
  if ("code" in edited) return { problems: [edited] };
  const { refusing, remaining, warnings } = check(edit, source, edited, context.rules);
  if (refusing.length > 0) return { problems: refusing };
  const { raw, line } = edited;
  const { history } = context;
  if (raw !== original.raw) {
    const problem = replaceFile(original, raw);
    if (problem?.code === "EDIT_CHANGED") return changedMeanwhile(edit, undefined, context);
    if (problem) return { problems: [problem] };
    history.undo.push(stepOf(edit, line, original, raw));
    history.redo.length = 0;
  }
  const lines = (edit.text ?? "").split("\n").length;
  const block = edit.block && { first: edit.block.first, end: edit.block.first + lines };
  const isPlaceholder =
    edit.text !== null && marksIn(edited.source).some((mark) => isMarkOf(mark, { ...edit, block }, line));
  return { file: edit.file, line, history: countsOf(history), isPlaceholder, remaining, warnings };
}

function stepOf({ file, path, block, was, text }: Edit, line: number, original: Original, raw: string): Step {
  const lines = block && { first: block.first, end: block.first + (text ?? "").split("\n").length };
  return {
    line,
    before: { raw: original.raw, text: was, place: { file, path, block } },
    after: { raw, text, place: { file, path, block: lines } },
  };
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
  if (kind !== "text" && kind !== "markdown") return refused(file, "What is at this place of the file is not a text.");
  const { name, description } = rules.describe(original.ref, parseSource(source.source).data, path);
  return {
    file,
    path,
    block,
    text: located.text,
    ...shownWords(located, { kind, block }),
    fileHash: original.hash,
    line: located.line,
    kind,
    name,
    description,
    isOptional: block === undefined && isOptional(place, { original, source }, rules),
    isPlaceholder: marksIn(source.source).some((mark) => isMarkOf(mark, place, located.line)),
  };
}

/** Whether the file is valid without the text. */
function isOptional(place: TextPlace, { original, source }: OpenFile, rules: SiteRules): boolean {
  const without = removeText(original.ref, original.raw, place.path);
  return !("code" in without) && check({ ...place, text: null }, source, without, rules).refusing.length === 0;
}

/** Reports the current text at the position, or where the text has moved to. */
function changedMeanwhile(edit: Edit, known: OpenFile | undefined, context: EditContext): UnsavedText {
  const opened = known ?? openFile(edit, context);
  if ("code" in opened) return { problems: [opened] };
  const place = relocateText(edit, edit.was, context.rules.fields(opened.source.source)) ?? edit;
  const now = textAt(place, opened, context);
  return "code" in now ? { problems: [changed(edit.file), now] } : { problems: [changed(edit.file, now.line)], now };
}

type ChangedText = TextPlace & Pick<Edit, "text">;

/** Earlier problems elsewhere are no reason to refuse. */
function check(edit: ChangedText, before: EditableSource, after: EditedSource, rules: SiteRules) {
  const isKnown = isKnownIn(before.source, rules);
  const isHere = linesOf(edit, after);
  const found = rules.check(after.source);
  const isNew = (problem: Diagnostic) => !isKnown(problem) || isHere(problem.line ?? 0);
  const fresh = found.filter(isNew);
  return {
    refusing: fresh.filter(isError),
    warnings: fresh.filter((problem) => !isError(problem)),
    remaining: found.filter((problem) => isError(problem) && !isNew(problem)),
  };
}

/** The lines of the file that the edited words take. */
function linesOf({ path, text }: ChangedText, { source, line }: EditedSource): (line: number) => boolean {
  if (text === null) return () => false;
  const isBody = source.format === "markdown" && path[0] === "body";
  const first = isBody ? line : Math.min(line, openDocument(source).place(path).line);
  const last = line + text.split("\n").length - 1;
  return (other) => first <= other && other <= last;
}
