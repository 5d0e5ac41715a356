// The keys of the list of problems: F8 moves the focus to it and back, as in editors; Escape collapses it from anywhere, unless something
// else is to be closed.
import { isOurs } from "./morph.ts";

interface Parts {
  readonly host: HTMLElement;
  readonly box: HTMLDetailsElement;
  readonly summary: HTMLElement;
}

/** `end` gives the focus back to where it was, if it is in the list. */
export function followKeys({ host, box, summary }: Parts): { end(): void } {
  let cameFrom: Element | null = null;
  let couldClose = false;
  const isInside = () => document.activeElement === host;
  const goBack = () => {
    if (isInside() && cameFrom instanceof HTMLElement && cameFrom.isConnected) cameFrom.focus({ preventScroll: true });
  };
  const goThereOrBack = () => {
    if (isInside()) return goBack();
    cameFrom = document.activeElement;
    box.open = true;
    summary.focus();
  };
  const fold = () => {
    box.open = false;
    if (isInside()) summary.focus();
  };
  const before = (event: KeyboardEvent) => {
    if (event.key === "Escape") couldClose = isMeantFor(event, host);
    if (event.key !== "F8" || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    goThereOrBack();
  };
  const after = (event: KeyboardEvent) => {
    if (event.key === "Escape" && couldClose && box.open && !event.defaultPrevented) fold();
  };
  addEventListener("keydown", before, { capture: true });
  addEventListener("keydown", after);
  return {
    end() {
      removeEventListener("keydown", before, { capture: true });
      removeEventListener("keydown", after);
      goBack();
    },
  };
}

/** Checked before the page receives the key: the page may close what is open, and then the key's purpose is unknown. */
function isMeantFor(event: KeyboardEvent, host: HTMLElement): boolean {
  const path = event.composedPath();
  if (path.includes(host)) return true;
  if (event.isComposing || path.some((node) => node instanceof Node && isOurs(node))) return false;
  return document.querySelector(OPEN) === null && !hasOpenDialog();
}

/** What a page closes on Escape. */
const OPEN = 'dialog[open], :popover-open, :is([aria-haspopup], [role="combobox"])[aria-expanded="true"]';

/** Our own elements, in their shadow trees. */
const hasOpenDialog = () =>
  [...document.body.children].some((each) => isOurs(each) && each.shadowRoot?.querySelector("dialog[open]"));
