// Whether somebody reads the slides: a pointer is over them, or the focus is in them.

/** Returns what says so at any time. `onChange` is called whenever the answer may be another one. */
export function watchAttention(root: HTMLElement, onChange: () => void): () => boolean {
  let isHovered = root.matches(":hover");
  let isPressed = false;
  /** A button that was clicked keeps the focus although nobody is there any more: only a focus that came otherwise counts. */
  let isFocusHeld = true;
  const on = (type: string, note: () => void) =>
    root.addEventListener(type, () => {
      note();
      onChange();
    });
  on("pointerenter", () => {
    isHovered = true;
  });
  on("pointerleave", () => {
    isHovered = false;
  });
  on("pointerdown", () => {
    isPressed = true;
  });
  on("pointerup", () => {
    isPressed = false;
  });
  on("focusin", () => {
    isFocusHeld = !isPressed;
  });
  on("keydown", () => {
    isFocusHeld = true;
  });
  root.addEventListener("focusout", () => queueMicrotask(onChange));
  return () => isHovered || (isFocusHeld && root.matches(":focus-within"));
}
