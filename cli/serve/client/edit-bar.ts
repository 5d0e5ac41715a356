// The bar at the edge of the page: whether clicks change texts, the list of all texts, the last save, undo and redo.
import type { HistoryCounts } from "../../visual/edit/edit.ts";
import { askHistory, askStep } from "./edit-calls.ts";
import { COMMAND_KEY } from "./edit-host.ts";
import { isEditingOn, keepEditingOn, keepNotice, keptNotice } from "./edit-kept.ts";
import { element } from "./element.ts";
import { shorten } from "./find-panel.ts";

export interface EditBar {
  isOn(): boolean;
  /** Says what was done, and what can be undone now. */
  report(said: string, history?: HistoryCounts): void;
  step(direction: "undo" | "redo"): Promise<void>;
}

const HINT = `Click a text to change it; ${COMMAND_KEY}+click follows links.`;

export function createEditBar(root: ShadowRoot, { onList, onTurn }: { onList(): void; onTurn(): void }): EditBar {
  const toggle = element("button", { type: "button" });
  const list = element("button", { type: "button", textContent: "Texts of this page" });
  const undo = element("button", { type: "button", textContent: "Undo", title: `${COMMAND_KEY}+Z` });
  const redo = element("button", { type: "button", textContent: "Redo", title: `${COMMAND_KEY}+Shift+Z` });
  const hint = element("span", { className: "hint", textContent: HINT });
  const news = element("div", { role: "status" });
  const box = element("div", { className: "switch" }, hint, undo, redo, list, toggle);
  const bar = element("section", { className: "bar", ariaLabel: "Changing texts" }, news, box);
  root.append(bar);
  let history: HistoryCounts = { undo: 0, redo: 0 };
  const draw = () => {
    const isOn = isEditingOn();
    toggle.textContent = `Editing: ${isOn ? "on" : "off"}`;
    toggle.ariaPressed = String(isOn);
    for (const each of [hint, undo, redo, list]) each.hidden = !isOn;
    // Not `disabled`: a keyboard user who has just used it up keeps the focus.
    undo.ariaDisabled = String(history.undo === 0);
    redo.ariaDisabled = String(history.redo === 0);
  };
  const know = (counts: HistoryCounts | undefined) => {
    history = counts ?? history;
    draw();
  };
  const show = (said: string) => {
    const close = element("button", { type: "button", textContent: "×", ariaLabel: "Close" });
    close.addEventListener("click", () => {
      keepNotice(undefined);
      news.replaceChildren();
      toggle.focus();
    });
    news.replaceChildren(element("div", { className: "notice" }, element("p", { textContent: said }), close));
  };
  const report: EditBar["report"] = (said, counts) => {
    know(counts);
    keepNotice(said);
    show(said);
  };
  let isStepping = false;
  const step: EditBar["step"] = async (direction) => {
    if (isStepping) return;
    isStepping = true;
    const answer = await askStep(direction);
    isStepping = false;
    if ("problems" in answer)
      return report(
        answer.problems.map(({ message, hint }) => `${message} ${hint ?? ""}`.trim()).join(" "),
        answer.history,
      );
    const done = direction === "undo" ? "Undone" : "Redone";
    const text = answer.text === null ? "the text is removed" : `“${shorten(answer.text)}”`;
    report(`${done} in ${answer.file}:${answer.line}: ${text}`, answer.history);
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
  void askHistory().then(know);
  return { isOn: isEditingOn, report, step };
}
