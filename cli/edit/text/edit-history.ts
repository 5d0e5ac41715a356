// The saves of a session over all pages, and undo and redo of one. If the file is as the save left it, it is restored byte for byte; if
// something else in it has changed, only the text is.

import { type Diagnostic, isProblem } from "../../diagnostics/diagnostic.ts";
import { openFile } from "../../rewrite/open-file.ts";
import { readOriginal, replaceFile } from "../../rewrite/replace-file.ts";
import { changed } from "../../rewrite/rewrite-problems.ts";
import { editText } from "../../rewrite/rewrite-text.ts";
import type { TextPlace } from "../../rewrite/text-place.ts";
import type { Direction, HistoryCounts, SteppedText, UnsavedText } from "./edit.ts";
import { relocateText } from "./relocate-text.ts";
import type { SiteRules } from "./site-rules.ts";

/** One side of a save: the file, and the text that was changed in it. */
interface StepSide {
  /** All of the file. */
  readonly raw: string;
  /** The text at the position; null where there is none. */
  readonly text: string | null;
  readonly place: TextPlace;
}

export interface Step {
  /** Starts at 1. */
  readonly line: number;
  readonly before: StepSide;
  readonly after: StepSide;
}

/** What can be undone and redone; the last of each comes first. */
type EditHistory = Readonly<Record<Direction, Step[]>>;

export interface EditContext {
  readonly contentDir: string;
  readonly rules: SiteRules;
  readonly history: EditHistory;
}

export const createEditHistory = (): EditHistory => ({ undo: [], redo: [] });

export const countsOf = ({ undo, redo }: EditHistory): HistoryCounts => ({ undo: undo.length, redo: redo.length });

/** A step that cannot be taken since its text has changed is left out from then on: EDIT_CHANGED. EDIT_FAILED leaves it to be tried again. */
export function stepHistory(direction: Direction, context: EditContext): SteppedText | UnsavedText {
  const { history } = context;
  const step = history[direction].at(-1);
  if (!step) {
    const message = `There is nothing to ${direction}.`;
    return { problems: [{ code: "EDIT_REFUSED", severity: "error", message }], history: countsOf(history) };
  }
  const [from, to] = direction === "undo" ? [step.after, step.before] : [step.before, step.after];
  const problem = bring(from, to, context);
  if (problem?.code !== "EDIT_FAILED") history[direction].pop();
  if (problem) return { problems: [problem], history: countsOf(history) };
  history[direction === "undo" ? "redo" : "undo"].push(step);
  return { file: to.place.file, line: step.line, text: to.text, history: countsOf(history) };
}

function bring(from: StepSide, to: StepSide, { contentDir, rules }: EditContext): Diagnostic | undefined {
  const { file } = from.place;
  const ref = rules.sourceOf(file);
  const original = ref && readOriginal(ref, contentDir);
  if (!original) return changed(file);
  if (isProblem(original)) return original;
  if (original.raw === from.raw) return replaceFile(original, to.raw);
  if (from.text === null || to.text === null) return changed(file);
  const opened = openFile(ref, original.raw);
  const place = relocateText(from.place, from.text, rules.fields(opened.source));
  const edited = place ? editText(opened, { ...place, was: from.text, text: to.text }) : changed(file);
  return typeof edited === "string" ? replaceFile(original, edited) : edited;
}
