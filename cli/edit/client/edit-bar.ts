// The bar at the edge of the page: what was written last, and the controls of editing.

import { sentenceOf } from "../../diagnostics/diagnostic.ts";
import { element } from "../../serve/client/element.ts";
import type { Direction, HistoryCounts, SteppedText } from "../text/edit.ts";
import { createBarControls } from "./bar-controls.ts";
import { createBarNotice } from "./bar-notice.ts";
import { askHistory, askStep } from "./edit-calls.ts";
import { shorten } from "./text-names.ts";
import { root } from "./tools-host.ts";

/** The distance to the edge of the window, in CSS pixels. */
const EDGE = 16;

interface EditBarEvents {
  /** The list of all texts is asked for. */
  onList(): void;
  /** Editing was turned on or off. */
  onTurn(): void;
}

interface EditBar {
  /** Shows what was written, and what can be undone. */
  reportWritten(message: string, counts: HistoryCounts): void;
  /** Undoes or redoes a save; one at a time. */
  step(direction: Direction): Promise<void>;
  /** Moves the bar above the list of problems, which has this height; with one, the page does not show what is written. */
  standAbove(height: number): void;
}

export function createEditBar({ onList, onTurn }: EditBarEvents): EditBar {
  const controls = createBarControls({ onList, onTurn, onStep: (direction) => void step(direction) });
  const notice = createBarNotice(controls.focus);
  const bar = element("section", { className: "bar", ariaLabel: "Changing texts" }, notice.element, controls.element);
  root.append(bar);
  let problemsHeight = 0;
  let isStepping = false;

  const standAbove = (height: number) => {
    if (height === 0 && problemsHeight > 0) notice.endWait();
    problemsHeight = height;
    bar.style.bottom = `${Math.max(0, Math.min(height, innerHeight - bar.offsetHeight - 2 * EDGE)) + EDGE}px`;
  };
  const report = (message: string, isWaiting: boolean, counts: HistoryCounts | undefined) => {
    if (counts) controls.draw(counts);
    notice.report({ message, isWaiting });
    standAbove(problemsHeight);
  };
  const step = async (direction: Direction) => {
    if (isStepping) return;
    isStepping = true;
    const answer = await askStep(direction);
    isStepping = false;
    if (answer.isDone) report(stepMessage(direction, answer.done), problemsHeight > 0, answer.done.history);
    else report(answer.refusal.problems.map(sentenceOf).join(" "), false, answer.refusal.history);
  };

  notice.restore();
  controls.draw({ undo: 0, redo: 0 });
  standAbove(0);
  void askHistory().then((counts) => counts && controls.draw(counts));
  return {
    reportWritten: (message, counts) => report(message, problemsHeight > 0, counts),
    step,
    standAbove,
  };
}

function stepMessage(direction: Direction, { file, line, text }: SteppedText): string {
  const done = direction === "undo" ? "Undone" : "Redone";
  return `${done} in ${file}:${line}: ${text === null ? "the text is removed" : `“${shorten(text)}”`}`;
}
