// The bar at the edge of the page: whether clicks change texts, the list of all texts, the last save, undo and redo.

import { sentenceOf } from "../../diagnostics/diagnostic.ts";
import { button, element, paragraph } from "../../serve/client/element.ts";
import { session } from "../../serve/client/session.ts";
import type { Direction, HistoryCounts } from "../text/edit.ts";
import { askHistory, askStep } from "./edit-calls.ts";
import { type EditNotice, isEditingOn, keepEditingOn, keepNotice, keptNotice } from "./edit-state.ts";
import { shorten } from "./text-names.ts";
import { COMMAND_KEY, root } from "./tools-host.ts";

/** The distance to the edge of the window, in CSS pixels. */
const EDGE = 16;
const WAITS = "The page shows it when the problems below are fixed.";
const HINT = `Click a text to change it; ${COMMAND_KEY}+click follows links.`;

export function createEditBar({ onList, onTurn }: { onList(): void; onTurn(): void }) {
  const turn = () => {
    keepEditingOn(!isEditingOn());
    draw();
    onTurn();
  };
  const toggle = button("", turn);
  const list = button("Texts of this page", onList);
  const form = element("a", { textContent: "Form of this page" });
  // Loaded again, as the page of the CMS always is.
  form.href = `${session.cms}?page=${encodeURIComponent(location.pathname)}`;
  const undo = button("Undo", () => void step("undo"), { title: `${COMMAND_KEY}+Z` });
  const redo = button("Redo", () => void step("redo"), { title: `${COMMAND_KEY}+Shift+Z` });
  const hint = element("span", { className: "hint", textContent: HINT });
  const news = element("div", { role: "status" });
  const box = element("div", { className: "switch" }, hint, undo, redo, list, form, toggle);
  const bar = element("section", { className: "bar", ariaLabel: "Changing texts" }, news, box);
  root.append(bar);
  let history: HistoryCounts = { undo: 0, redo: 0 };
  const draw = () => {
    const isOn = isEditingOn();
    toggle.textContent = `Editing: ${isOn ? "on" : "off"}`;
    toggle.ariaPressed = String(isOn);
    for (const each of [hint, undo, redo, list, form]) each.hidden = !isOn;
    // Not `disabled`: a keyboard user who has just used it up keeps the focus.
    undo.ariaDisabled = String(history.undo === 0);
    redo.ariaDisabled = String(history.redo === 0);
  };
  const know = (counts: HistoryCounts | undefined) => {
    history = counts ?? history;
    draw();
  };
  const waits = paragraph(WAITS);
  let room = 0;
  /** Above the list of problems, which has this height; with one, the page does not show what is written. */
  const standAbove = (height: number) => {
    if (height === 0 && room > 0) {
      waits.remove();
      const notice = keptNotice();
      if (notice) keepNotice({ ...notice, isWaiting: false });
    }
    room = height;
    bar.style.bottom = `${Math.max(0, Math.min(height, innerHeight - bar.offsetHeight - 2 * EDGE)) + EDGE}px`;
  };
  const show = ({ said, isWaiting }: EditNotice) => {
    const close = () => {
      keepNotice(undefined);
      news.replaceChildren();
      toggle.focus();
    };
    const words = element("div", {}, paragraph(said), ...(isWaiting ? [waits] : []));
    news.replaceChildren(element("div", { className: "notice" }, words, button("×", close, { ariaLabel: "Close" })));
    standAbove(room);
  };
  const report = (notice: EditNotice, counts: HistoryCounts | undefined) => {
    know(counts);
    keepNotice(notice);
    show(notice);
  };
  let isStepping = false;
  const step = async (direction: Direction) => {
    if (isStepping) return;
    isStepping = true;
    const answer = await askStep(direction);
    isStepping = false;
    if ("problems" in answer)
      return report({ said: answer.problems.map(sentenceOf).join(" "), isWaiting: false }, answer.history);
    const done = direction === "undo" ? "Undone" : "Redone";
    const text = answer.text === null ? "the text is removed" : `“${shorten(answer.text)}”`;
    report({ said: `${done} in ${answer.file}:${answer.line}: ${text}`, isWaiting: room > 0 }, answer.history);
  };

  const before = keptNotice();
  if (before !== undefined) show(before);
  draw();
  standAbove(0);
  void askHistory().then(know);
  return {
    /** Shows what was written, and what can be undone. */
    reportWritten: (said: string, counts: HistoryCounts) => report({ said, isWaiting: room > 0 }, counts),
    step,
    standAbove,
  };
}
