// The controls of the bar: whether clicks change texts, undo and redo, the list of all texts, and the form of the page.

import { button, element } from "../../serve/client/element.ts";
import { session } from "../../serve/client/session.ts";
import type { Direction, HistoryCounts } from "../text/edit.ts";
import { isEditingOn, keepEditingOn } from "./edit-state.ts";
import { COMMAND_KEY } from "./tools-host.ts";

const HINT = `Click a text to change it; ${COMMAND_KEY}+click follows links.`;

interface BarActions {
  onList(): void;
  /** Editing was turned on or off. */
  onTurn(): void;
  onStep(direction: Direction): void;
}

interface BarControls {
  readonly element: HTMLElement;
  /** Shows whether editing is on, and what can be undone and redone. */
  draw(history: HistoryCounts): void;
  /** Gives the focus to the switch of editing. */
  focus(): void;
}

export function createBarControls({ onList, onTurn, onStep }: BarActions): BarControls {
  const toggle = button("", () => {
    keepEditingOn(!isEditingOn());
    drawToggle();
    onTurn();
  });
  const hint = element("span", { className: "hint", textContent: HINT });
  const undo = button("Undo", () => onStep("undo"), { title: `${COMMAND_KEY}+Z` });
  const redo = button("Redo", () => onStep("redo"), { title: `${COMMAND_KEY}+Shift+Z` });
  const list = button("Texts of this page", onList);
  const whileOn = [hint, undo, redo, list, formLink()];

  const drawToggle = () => {
    const isOn = isEditingOn();
    toggle.textContent = `Editing: ${isOn ? "on" : "off"}`;
    toggle.ariaPressed = String(isOn);
    for (const each of whileOn) each.hidden = !isOn;
  };
  return {
    element: element("div", { className: "switch" }, ...whileOn, toggle),
    draw(history) {
      drawToggle();
      // Not `disabled`: a keyboard user who has just used it up keeps the focus.
      undo.ariaDisabled = String(history.undo === 0);
      redo.ariaDisabled = String(history.redo === 0);
    },
    focus: () => toggle.focus(),
  };
}

/** Leads to the entry of this page in the CMS. */
function formLink(): HTMLAnchorElement {
  const form = element("a", { textContent: "Form of this page" });
  // Loaded again, as the page of the CMS always is.
  form.href = `${session.cms}?page=${encodeURIComponent(location.pathname)}`;
  return form;
}
