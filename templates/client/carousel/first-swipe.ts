// A visitor's first swipe may come before the code that follows fingers. It presses the button of its direction, and what is pressed on an
// island is kept until its code is there.
import type { CarouselWords } from "./Controls.tsx";
import { SWIPEABLE } from "./shown-slide.ts";

const LEAST_PX = 50;

/** Until the slider follows fingers by itself. A finger may come down before that and go up after it. */
export function followSwipes(root: HTMLElement, { previous, next }: Pick<CarouselWords, "previous" | "next">): void {
  let from: Touch | undefined;
  const onStart = ({ touches }: TouchEvent) => {
    from = touches.length === 1 ? touches[0] : undefined;
    if (!root.classList.contains(SWIPEABLE)) return;
    from = undefined;
    root.removeEventListener("touchstart", onStart);
  };
  root.addEventListener("touchstart", onStart, { passive: true });
  root.addEventListener("touchend", ({ changedTouches: [to] }) => {
    if (!from || !to) return;
    const [x, y] = [to.clientX - from.clientX, to.clientY - from.clientY];
    from = undefined;
    if (Math.abs(x) < LEAST_PX || Math.abs(x) < Math.abs(y)) return;
    const label = x < 0 ? next : previous;
    [...root.querySelectorAll("button")].find(({ ariaLabel }) => ariaLabel === label)?.click();
  });
  // The browser scrolls the page instead.
  root.addEventListener("touchcancel", () => {
    from = undefined;
  });
}
