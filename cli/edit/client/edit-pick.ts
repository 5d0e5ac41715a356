// While texts can be changed: the words under the pointer are outlined, a click chooses them, and F2 chooses those of the focused element.
// A click with Ctrl or Cmd does what a click normally does, and so does one on a control without words.

import { isOurs } from "../../serve/client/morph.ts";
import type { Words } from "./locate-words.ts";
import { isOnTools, type Picker, take } from "./picker.ts";
import type { Point } from "./pointed-at.ts";

export interface Picking {
  isOn(): boolean;
  choose(target: Element, point?: Point): void;
}

const CONTROLS = "button, a, summary, [role=button]";

export function pickTexts(words: Words, picker: Picker, { isOn, choose }: Picking): void {
  const capture = { capture: true };
  /** A person's action, not a script's, on the page itself. Alt is for finding the source position. */
  const targetOf = (event: MouseEvent): Element | undefined => {
    const isForUs = isOn() && event.isTrusted && !event.altKey && event.button === 0 && !isOnTools(event);
    const [target] = event.composedPath();
    return isForUs && target instanceof Element ? target : undefined;
  };

  addEventListener(
    "mousedown",
    (event) => targetOf(event) instanceof HTMLSelectElement && event.preventDefault(),
    capture,
  );
  addEventListener(
    "click",
    (event) => {
      const target = targetOf(event);
      if (!target) return;
      if (event.ctrlKey || event.metaKey) {
        take(event);
        // A click of a script follows the link here, where one with the key would open another tab.
        (target as HTMLElement).click?.();
        return;
      }
      const point = { x: event.clientX, y: event.clientY };
      // Enter on a link is a click without coordinates.
      const isKey = event.detail === 0;
      if (isKey || isPassed(target) || hasSelection() || !words.pointed(target, point)) return;
      take(event);
      picker.hide();
      choose(target, point);
    },
    capture,
  );
  picker.follow((event) => {
    const target = targetOf(event);
    return target && !isPassed(target) ? target : undefined;
  });
  addEventListener(
    "keydown",
    (event) => {
      const { activeElement } = document;
      const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
      if (event.key !== "F2" || !isPlain || !isOn() || !activeElement || isOurs(activeElement)) return;
      if (activeElement === document.body) return;
      take(event);
      choose(activeElement);
    },
    capture,
  );
}

/** Fields without a placeholder, and controls without words, such as the arrows and dots of a carousel: these keep working. */
function isPassed(target: Element): boolean {
  if (target.matches("input, textarea") && !target.getAttribute("placeholder")) return true;
  const control = target.closest(CONTROLS);
  return control !== null && control.textContent?.trim() === "" && !control.querySelector("img");
}

/** Selecting words to copy them is not a click to edit. */
const hasSelection = () => {
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed;
};
