// Reads a text of the content for editing and writes the changed one: after the checks of a build, and only into an unchanged file.

import { parseSource } from "../../content/sources/parse-source.ts";
import type { SourceFile } from "../../content/sources/read-source.ts";
import { openDocument, type Path } from "../../content/sources/source-document.ts";
import { withoutPlaceholderMarks } from "../../content/yaml/find-in-lines.ts";
import { type Diagnostic, isError, isProblem } from "../../diagnostics/diagnostic.ts";
import { locateText, NO_TEXT } from "../../rewrite/locate-text.ts";
import { withMarksOf } from "../../rewrite/marked-lines.ts";
import { type OpenFile, openFile, sourceOfRaw } from "../../rewrite/open-file.ts";
import {
  type IsReal,
  isMarked,
  isMarkOf,
  withoutMarkedWords,
  withoutOldMarks,
} from "../../rewrite/placeholder-marks.ts";
import { type Original, readOriginal, replaceFile } from "../../rewrite/replace-file.ts";
import { changed, refused } from "../../rewrite/rewrite-problems.ts";
import { editText, removeText } from "../../rewrite/rewrite-text.ts";
import type { Edit, TextPlace } from "../../rewrite/text-place.ts";
import type { OpenText, SavedText, UnsavedText } from "./edit.ts";
import { countsOf, type EditContext } from "./edit-history.ts";
import { relocateText } from "./relocate-text.ts";
import { isKnownIn, type SiteRules } from "./site-rules.ts";
import { shownWords, textOfTyped } from "./typed-words.ts";

/** EDIT_REFUSED and EDIT_FAILED say why there is nothing to change. */
export function readText(place: TextPlace, context: EditContext): OpenText | UnsavedText {
  const content = openContent(place.file, context);
  const text = isProblem(content) ? content : textAt(place, content, context.rules);
  return isProblem(text) ? { problems: [text] } : text;
}

/** Nothing is written on any problem: of the schema, a reference or a token, EDIT_CHANGED, EDIT_REFUSED or EDIT_FAILED. */
export function saveText(edit: Edit, context: EditContext): SavedText | UnsavedText {
  const content = openContent(edit.file, context);
  if (isProblem(content)) return { problems: [content] };
  if (content.original.hash !== edit.fileHash) return changedMeanwhile(edit, context);
  const current = textAt(edit, content, context.rules);
  if (isProblem(current)) return { problems: [current] };
  if (current.text !== edit.was) return { problems: [changed(edit.file, current.line)], now: current };
  const edited = editedText(edit, content.file, current);
  return isProblem(edited) ? { problems: [edited] } : write(edit, edited, content, context);
}

/** A content file on disk, and opened. */
interface Content {
  readonly original: Original;
  readonly file: OpenFile;
}

function openContent(file: string, { contentDir, rules }: EditContext): Content | Diagnostic {
  const ref = rules.sourceOf(file);
  if (!ref) return refused(file, "No page of the site is made from this file.");
  const original = readOriginal(ref, contentDir);
  return isProblem(original) ? original : { original, file: openFile(ref, original.raw) };
}

function textAt(place: TextPlace, { original, file }: Content, rules: SiteRules): OpenText | Diagnostic {
  const { path, block } = place;
  const { source } = file;
  const located = locateText(file, place);
  if (isProblem(located)) return located;
  const { text, line } = located;
  const kind = rules.fields(source).find((use) => String(use.path) === String(path))?.field.kind;
  if (kind !== "text" && kind !== "markdown") return refused(place.file, NO_TEXT);
  const { name, description } = rules.describe(source, parseSource(source).data, path);
  return {
    file: place.file,
    path,
    block,
    text,
    ...shownWords(located, { kind, block }),
    fileHash: original.hash,
    line,
    kind,
    name,
    description,
    isOptional: block === undefined && isOptional(path, file, rules),
    isPlaceholder: isMarked(source, place, line),
  };
}

/** Whether the file is valid without the text. */
function isOptional(path: Path, file: OpenFile, rules: SiteRules): boolean {
  const removed = removeText(file, path);
  if (typeof removed !== "string") return false;
  return check(file.source, sourceOfRaw(file.source, removed), () => false, rules).refusing.length === 0;
}

/** Reports the current text at the position, or where the text has moved to. */
function changedMeanwhile(edit: Edit, context: EditContext): UnsavedText {
  const content = openContent(edit.file, context);
  if (isProblem(content)) return { problems: [content] };
  const place = relocateText(edit, edit.was, context.rules.fields(content.file.source)) ?? edit;
  const now = textAt(place, content, context.rules);
  return isProblem(now) ? { problems: [changed(edit.file), now] } : { problems: [changed(edit.file, now.line)], now };
}

/** The file with the edit. */
interface EditedText {
  readonly raw: string;
  readonly line: number;
  /** null where it was taken out. */
  readonly text: string | null;
}

function editedText(edit: Edit, file: OpenFile, current: OpenText): EditedText | Diagnostic {
  const { line } = current;
  if (edit.text === null) {
    const removed = removeText(file, edit.path);
    return typeof removed === "string" ? { raw: removed, line, text: null } : removed;
  }
  const typed = textOfTyped({ ...edit, text: edit.text }, current, file);
  if (typeof typed !== "string") return typed;
  const words = edit.isReal ? withoutPlaceholderMarks(typed) : withoutMarkedWords(typed, edit.was);
  // The marks in a Markdown text are not shown for editing.
  const text = current.kind === "markdown" && !edit.isReal ? withMarksOf(edit.was, words) : words;
  const edited = editText(file, { ...edit, text });
  if (typeof edited !== "string") return edited;
  const isReal: IsReal = (mark) => edit.isReal === true && isMarkOf(mark, edit, line);
  const raw = withoutOldMarks(file.source, file.raw, edited, isReal);
  const located = locateText(openFile(file.source, raw), edit);
  return { raw, line: isProblem(located) ? line : located.line, text };
}

function write(edit: Edit, edited: EditedText, { original, file }: Content, context: EditContext) {
  const { raw, line, text } = edited;
  const { path, block, was } = edit;
  const after = sourceOfRaw(file.source, raw);
  const isHere = linesOf(path, edited, after);
  const { refusing, remaining, warnings } = check(file.source, after, isHere, context.rules);
  if (refusing.length > 0) return { problems: refusing };
  const count = (text ?? "").split("\n").length;
  const place = { file: edit.file, path, block: block && { first: block.first, end: block.first + count } };
  const { history } = context;
  if (raw !== original.raw) {
    const problem = replaceFile(original, raw);
    if (problem?.code === "EDIT_CHANGED") return changedMeanwhile(edit, context);
    if (problem) return { problems: [problem] };
    const before = { raw: original.raw, text: was, place: { file: edit.file, path, block } };
    history.undo.push({ line, before, after: { raw, text, place } });
    history.redo.length = 0;
  }
  const isPlaceholder = text !== null && isMarked(after, place, line);
  return { file: edit.file, line, history: countsOf(history), isPlaceholder, remaining, warnings };
}

/** Earlier problems elsewhere are no reason to refuse; `isHere` are the lines of the edited words. */
function check(before: SourceFile, after: SourceFile, isHere: (line: number) => boolean, rules: SiteRules) {
  const isKnown = isKnownIn(before, rules);
  const problems = rules.check(after);
  const isNew = (problem: Diagnostic) => !isKnown(problem) || isHere(problem.line ?? 0);
  const newProblems = problems.filter(isNew);
  return {
    refusing: newProblems.filter(isError),
    warnings: newProblems.filter((problem) => !isError(problem)),
    remaining: problems.filter((problem) => isError(problem) && !isNew(problem)),
  };
}

/** The lines of the file that the edited words take. */
function linesOf(path: Path, { line, text }: EditedText, source: SourceFile): (line: number) => boolean {
  if (text === null) return () => false;
  const isBody = source.format === "markdown" && path[0] === "body";
  const first = isBody ? line : Math.min(line, openDocument(source).place(path).line);
  const last = line + text.split("\n").length - 1;
  return (other) => first <= other && other <= last;
}
