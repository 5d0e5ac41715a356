// The bar at the edge of the page: whether clicks change texts, the list of all texts, and what was saved last.
import { askSave } from "./edit-calls.ts";
import { COMMAND_KEY } from "./edit-host.ts";
import { isEditingOn, keepEditingOn, keepNotice, keptNotice, type Notice } from "./edit-kept.ts";
import { element } from "./element.ts";

export interface EditBar {
  isOn(): boolean;
  tell(notice: Notice): void;
}

const HINT = `Click a text to change it; ${COMMAND_KEY}+click follows links.`;

export function createEditBar(root: ShadowRoot, { onList, onTurn }: { onList(): void; onTurn(): void }): EditBar {
  const toggle = element("button", { type: "button" });
  const list = element("button", { type: "button", textContent: "Texts of this page" });
  const hint = element("span", { className: "hint", textContent: HINT });
  const news = element("div", { role: "status" });
  const box = element("div", { className: "switch" }, hint, list, toggle);
  const bar = element("section", { className: "bar", ariaLabel: "Changing texts" }, news, box);
  root.append(bar);
  const draw = () => {
    const isOn = isEditingOn();
    toggle.textContent = `Editing: ${isOn ? "on" : "off"}`;
    toggle.ariaPressed = String(isOn);
    hint.hidden = !isOn;
    list.hidden = !isOn;
  };
  toggle.addEventListener("click", () => {
    keepEditingOn(!isEditingOn());
    draw();
    onTurn();
  });
  list.addEventListener("click", onList);
  draw();

  const tell = (notice: Notice) => {
    keepNotice(notice);
    const close = element("button", { type: "button", textContent: "×", ariaLabel: "Close" });
    const row = element("div", { className: "notice" }, element("p", { textContent: notice.said }));
    close.addEventListener("click", () => {
      keepNotice(undefined);
      row.remove();
      toggle.focus();
    });
    const { undo } = notice;
    if (undo) row.append(undoButton(undo, tell));
    row.append(close);
    news.replaceChildren(row);
  };
  const before = keptNotice();
  if (before) tell(before);
  return { isOn: isEditingOn, tell };
}

function undoButton(undo: NonNullable<Notice["undo"]>, tell: (notice: Notice) => void): HTMLElement {
  const button = element("button", { type: "button", textContent: "Undo" });
  button.addEventListener("click", async () => {
    button.disabled = true;
    const answer = await askSave(undo);
    if ("undo" in answer) tell({ said: `Put back in ${answer.file}:${answer.line}`, undo: answer.undo });
    else tell({ said: `Not put back. ${answer.problems.map(({ message }) => message).join(" ")}` });
  });
  return button;
}
