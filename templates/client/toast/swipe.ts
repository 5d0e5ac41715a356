// A notice that is pushed far enough to the side closes; released earlier, it moves back.

/** Pixels after which it closes. */
const SWIPE_PX = 50;

/** Follows a finger, a pen or a mouse on one element. Its style reads from --pushed how far it is moved to the right. */
export function watchSwipe(element: HTMLElement, onSwiped: () => void): void {
  let startX: number | undefined;
  let pushed = 0;
  const push = (px: number) => {
    pushed = px;
    element.style.setProperty("--pushed", `${px}px`);
  };
  const end = (isDone: boolean) => {
    if (startX === undefined) return;
    startX = undefined;
    const isSwiped = isDone && Math.abs(pushed) >= SWIPE_PX;
    push(0);
    if (isSwiped) onSwiped();
  };
  element.addEventListener("pointerdown", (event) => {
    const isOnButton = event.composedPath().some((each) => each instanceof HTMLButtonElement);
    if (event.button !== 0 || isOnButton) return;
    startX = event.clientX;
    element.setPointerCapture(event.pointerId);
  });
  element.addEventListener("pointermove", ({ clientX }) => {
    if (startX !== undefined) push(clientX - startX);
  });
  element.addEventListener("pointerup", () => end(true));
  element.addEventListener("pointercancel", () => end(false));
}
