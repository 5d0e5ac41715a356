// Undo or redo of one save of a session. If the file is as the save left it, it is restored byte for byte; if something else in it has
// changed, only the text is.
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { SteppedText, UnsavedText } from "./edit.ts";
import type { EditContext } from "./edit-content.ts";
import type { Direction, StepSide } from "./edit-history.ts";
import { changed, nothingTo } from "./edit-problems.ts";
import { openSource } from "./edit-source.ts";
import { findAgain } from "./relocate-text.ts";
import { type Original, readOriginal, replaceFile } from "./replace-file.ts";

/** A step that cannot be taken since its text has changed is left out from then on: EDIT_CHANGED. EDIT_FAILED leaves it to be tried again. */
export function stepHistory(direction: Direction, context: EditContext): SteppedText | UnsavedText {
  const { history } = context;
  const step = history.next(direction);
  if (!step) return { problems: [nothingTo(direction)], history: history.counts() };
  const [from, to] = direction === "undo" ? [step.after, step.before] : [step.before, step.after];
  const problem = bring(from, to, context);
  if (problem?.code === "EDIT_FAILED") return { problems: [problem], history: history.counts() };
  if (problem) history.drop(direction);
  else history.take(direction);
  if (problem) return { problems: [problem], history: history.counts() };
  return { file: to.place.file, line: step.line, text: to.text, history: history.counts() };
}

function bring(from: StepSide, to: StepSide, context: EditContext): Diagnostic | undefined {
  const { file } = from.place;
  const ref = context.rules.sourceOf(file);
  if (!ref) return changed(file);
  const original = readOriginal(ref, context.contentDir);
  if ("code" in original) return original;
  return original.raw === from.raw ? replaceFile(original, to.raw) : bringText(original, from, to, context);
}

function bringText(
  original: Original,
  { place, text: was }: StepSide,
  { text }: StepSide,
  { rules }: EditContext,
): Diagnostic | undefined {
  const { ref } = original;
  const source = openSource(ref, original.raw);
  if (was === null || text === null) return changed(ref.file);
  const now = findAgain(place, was, rules.fields(source.source));
  const edited = now && source.edit({ ...now, was, text });
  if (!edited) return changed(ref.file);
  return "code" in edited ? edited : replaceFile(original, edited.raw);
}
