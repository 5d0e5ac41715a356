// A notice that is pushed far enough to the side closes; released earlier, it moves back.

/** Pixels after which it closes. */
export const SWIPE_PX = 50;

export interface Swipe {
  /** How far the element is pushed, in pixels to the right; 0 once it is let go. */
  readonly onMove: (px: number) => void;
  readonly onSwiped: () => void;
}

/** Listens to one element, for a finger, a pen and a mouse alike. */
export function watchSwipe(element: HTMLElement, { onMove, onSwiped }: Swipe): void {
  let startX: number | undefined;
  let pushed = 0;
  const end = (isDone: boolean) => {
    if (startX === undefined) return;
    startX = undefined;
    const isSwiped = isDone && Math.abs(pushed) >= SWIPE_PX;
    pushed = 0;
    if (isSwiped) onSwiped();
    else onMove(0);
  };
  element.addEventListener("pointerdown", (event) => {
    const isOnButton = event.composedPath().some((each) => each instanceof HTMLButtonElement);
    if (event.button !== 0 || isOnButton) return;
    startX = event.clientX;
    element.setPointerCapture(event.pointerId);
  });
  element.addEventListener("pointermove", ({ clientX }) => {
    if (startX === undefined) return;
    pushed = clientX - startX;
    onMove(pushed);
  });
  element.addEventListener("pointerup", () => end(true));
  element.addEventListener("pointercancel", () => end(false));
}
