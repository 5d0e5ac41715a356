// What these tools add to the page: one shadow tree, with one box at a time.
import { mountShadow } from "../../serve/client/element.ts";
import { isOurs } from "../../serve/client/morph.ts";
import { toolsCss } from "./tools-css.ts";

export const root = mountShadow("eventsite-words", toolsCss);

/** Whether an event is on what is added to the page, of the overlay, too. */
export const isOnTools = (event: Event): boolean =>
  event.composedPath().some((node) => node instanceof Node && isOurs(node));

/** The name of the command key on this system. */
export const COMMAND_KEY = /Mac|iPhone|iPad/.test(navigator.platform) ? "Cmd" : "Ctrl";

/** To the edges of the screen and to the text, in CSS pixels. */
export const GAP = 12;

/** Named by its heading `name`. Closing it, not removing it, gives the focus back. */
export function showDialog(dialog: HTMLDialogElement, near?: DOMRect): void {
  root.querySelector("dialog")?.close();
  for (const before of root.querySelectorAll("dialog, .panel")) before.remove();
  dialog.setAttribute("aria-labelledby", "name");
  dialog.addEventListener("close", () => dialog.remove());
  // Keyboard shortcuts of the page do not work in the box.
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
  root.append(dialog);
  dialog.showModal();
  stand(dialog, near);
}

/** Below the text, or above it, or as near as the screen allows. */
function stand(dialog: HTMLElement, near: DOMRect | undefined): void {
  const { width, height } = dialog.getBoundingClientRect();
  const [roomX, roomY] = [innerWidth - width - GAP, innerHeight - height - GAP];
  const below = near ? near.bottom + GAP : roomY / 2;
  const above = near ? near.top - height - GAP : below;
  const top = below <= roomY || above < GAP ? below : above;
  dialog.style.left = `${Math.max(GAP, Math.min(near?.left ?? roomX / 2, roomX))}px`;
  dialog.style.top = `${Math.max(GAP, Math.min(top, roomY))}px`;
}
