// While texts can be changed: the words under the pointer are outlined, a click chooses them, and F2 chooses those of the focused element.
// A click with Ctrl or Cmd does what a click normally does, and so does one on a control without words.
import { CAPTURE, elementOf, hideOutline, keepFromPage, type Picking, pick, pointOf } from "./picker.ts";
import { pointed } from "./pointed-at.ts";
import { isOnTools } from "./tools-host.ts";

const CONTROLS = "button, a, summary, [role=button]";

export function pickTexts({ isOn, choose }: Pick<Picking, "choose"> & { isOn(): boolean }): void {
  /** Whether a person, not a script, acts on the page itself. Alt is for finding the source position. */
  const targetOf = (event: MouseEvent): Element | undefined => {
    const isForUs = isOn() && event.isTrusted && !event.altKey && event.button === 0 && !isOnTools(event);
    return isForUs ? elementOf(event) : undefined;
  };
  addEventListener(
    "mousedown",
    (event) => targetOf(event) instanceof HTMLSelectElement && event.preventDefault(),
    CAPTURE,
  );
  addEventListener(
    "click",
    (event) => {
      const target = targetOf(event);
      if (!target) return;
      if (event.ctrlKey || event.metaKey) {
        keepFromPage(event);
        // A click of a script follows the link here, where one with the key would open another tab.
        (target as HTMLElement).click?.();
        return;
      }
      // Enter on a link is a click without coordinates.
      const isKey = event.detail === 0;
      const point = pointOf(event);
      if (isKey || isPassed(target) || hasSelection() || !pointed(target, point)) return;
      keepFromPage(event);
      hideOutline();
      choose(target, point);
    },
    CAPTURE,
  );
  pick({
    targetOf(event) {
      const target = targetOf(event);
      return target && !isPassed(target) ? target : undefined;
    },
    isKey: ({ key, altKey, ctrlKey, metaKey, shiftKey }) =>
      key === "F2" && !altKey && !ctrlKey && !metaKey && !shiftKey && isOn(),
    choose,
  });
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
