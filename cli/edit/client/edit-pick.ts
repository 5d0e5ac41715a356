// Chooses texts while editing is on: a click chooses the words under the pointer, F2 those of the focused element. A click with Ctrl or Cmd
// does what a click normally does, and so does a click on a control without words.
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
        // A scripted click follows the link in this tab. The original click, with its key, would open another.
        (target as HTMLElement).click?.();
        return;
      }
      // Enter on a link is a click without coordinates.
      const isKey = event.detail === 0;
      const point = pointOf(event);
      if (isKey || keepsItsClick(target) || hasSelection() || !pointed(target, point)) return;
      keepFromPage(event);
      hideOutline();
      choose(target, point);
    },
    CAPTURE,
  );
  pick({
    targetOf(event) {
      const target = targetOf(event);
      return target && !keepsItsClick(target) ? target : undefined;
    },
    isKey: ({ key, altKey, ctrlKey, metaKey, shiftKey }) =>
      key === "F2" && !altKey && !ctrlKey && !metaKey && !shiftKey && isOn(),
    choose,
  });
}

/** Whether a click on it works as usual: on a field without a placeholder, or on a control without words, such as an arrow of a carousel. */
function keepsItsClick(target: Element): boolean {
  if (target.matches("input, textarea") && !target.getAttribute("placeholder")) return true;
  const control = target.closest(CONTROLS);
  return control !== null && control.textContent?.trim() === "" && !control.querySelector("img");
}

/** Whether words are selected: to select and copy them is not a click to edit. */
const hasSelection = () => {
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed;
};
