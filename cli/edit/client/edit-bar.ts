// The bar at the edge of the page: whether clicks change texts, the list of all texts, the last save, undo and redo.
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { element } from "../../serve/client/element.ts";
import { session } from "../../serve/client/session.ts";
import type { Direction, HistoryCounts } from "../text/edit.ts";
import { askHistory, askStep } from "./edit-calls.ts";
import { isEditingOn, keepEditingOn, keepNotice, keptNotice, type Notice } from "./edit-state.ts";
import { shorten } from "./find-panel.ts";
import { COMMAND_KEY } from "./tools-host.ts";

export interface EditBar {
  isOn(): boolean;
  /** Says what was written, and what can be undone now. */
  reportWritten(said: string, history: HistoryCounts): void;
  step(direction: Direction): Promise<void>;
  /** Above the list of problems, which has this height; with one, the page does not show what is written. */
  standAbove(height: number): void;
}

export const sentenceOf = ({ message, hint }: Pick<Diagnostic, "message" | "hint">): string =>
  hint ? `${message} Hint: ${hint}.` : message;

/** To the edge of the window, in CSS pixels. */
const EDGE = 16;
const WAITS = "The page shows it when the problems below are fixed.";
const HINT = `Click a text to change it; ${COMMAND_KEY}+click follows links.`;

export function createEditBar(root: ShadowRoot, { onList, onTurn }: { onList(): void; onTurn(): void }): EditBar {
  const toggle = element("button", { type: "button" });
  const list = element("button", { type: "button", textContent: "Texts of this page" });
  const form = element("a", { textContent: "Form of this page" });
  // Loaded again, as the page of the CMS always is.
  form.href = `${session.cms}?page=${encodeURIComponent(location.pathname)}`;
  const undo = element("button", { type: "button", textContent: "Undo", title: `${COMMAND_KEY}+Z` });
  const redo = element("button", { type: "button", textContent: "Redo", title: `${COMMAND_KEY}+Shift+Z` });
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
  const waits = element("p", { textContent: WAITS });
  let room = 0;
  const standAbove: EditBar["standAbove"] = (height) => {
    room = height;
    waits.hidden = height === 0;
    bar.style.bottom = `${Math.max(0, Math.min(height, innerHeight - bar.offsetHeight - 2 * EDGE)) + EDGE}px`;
  };
  const show = ({ said, isWritten }: Notice) => {
    const close = element("button", { type: "button", textContent: "×", ariaLabel: "Close" });
    close.addEventListener("click", () => {
      keepNotice(undefined);
      news.replaceChildren();
      toggle.focus();
    });
    const words = element("div", {}, element("p", { textContent: said }), ...(isWritten ? [waits] : []));
    news.replaceChildren(element("div", { className: "notice" }, words, close));
    standAbove(room);
  };
  const report = (notice: Notice, counts: HistoryCounts | undefined) => {
    know(counts);
    keepNotice(notice);
    show(notice);
  };
  let isStepping = false;
  const step: EditBar["step"] = async (direction) => {
    if (isStepping) return;
    isStepping = true;
    const answer = await askStep(direction);
    isStepping = false;
    if ("problems" in answer)
      return report({ said: answer.problems.map(sentenceOf).join(" "), isWritten: false }, answer.history);
    const done = direction === "undo" ? "Undone" : "Redone";
    const text = answer.text === null ? "the text is removed" : `“${shorten(answer.text)}”`;
    report({ said: `${done} in ${answer.file}:${answer.line}: ${text}`, isWritten: true }, answer.history);
  };

  toggle.addEventListener("click", () => {
    keepEditingOn(!isEditingOn());
    draw();
    onTurn();
  });
  list.addEventListener("click", onList);
  undo.addEventListener("click", () => void step("undo"));
  redo.addEventListener("click", () => void step("redo"));
  const before = keptNotice();
  if (before !== undefined) show(before);
  draw();
  standAbove(0);
  void askHistory().then(know);
  return {
    isOn: isEditingOn,
    reportWritten: (said, counts) => report({ said, isWritten: true }, counts),
    step,
    standAbove,
  };
}
