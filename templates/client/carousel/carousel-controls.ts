// The buttons of a carousel: pause, previous, next, and a dot for each slide.
import type { Target } from "./slider.ts";

export interface CarouselControls {
  /** Whether no slide follows. */
  readonly isAtEnd: (index: number) => boolean;
  /** Marks the slide that is shown, and says what the buttons do now. */
  readonly show: (index: number, isPaused: boolean) => void;
}

export function createControls(
  root: HTMLElement,
  loops: boolean,
  go: (target: Target) => void,
  togglePause: () => void,
): CarouselControls {
  const button = (name: string) => root.querySelector(name) as HTMLButtonElement;
  const pause = button(".pause");
  const previous = button(".previous");
  const next = button(".next");
  const dots = [...root.querySelectorAll<HTMLElement>(".dot")];
  pause.addEventListener("click", togglePause);
  previous.addEventListener("click", () => go("previous"));
  next.addEventListener("click", () => go("next"));
  for (const [position, dot] of dots.entries()) dot.addEventListener("click", () => go(position));
  const isAtEnd = (index: number) => !loops && index === dots.length - 1;
  return {
    isAtEnd,
    show(index, isPaused) {
      pause.classList.toggle("paused", isPaused);
      pause.setAttribute("aria-label", (isPaused ? pause.dataset.play : pause.dataset.pause) ?? "");
      for (const [position, dot] of dots.entries())
        if (position === index) dot.setAttribute("aria-current", "true");
        else dot.removeAttribute("aria-current");
      // A button that is disabled in use would lose the focus; its counterpart gets it.
      const { activeElement } = document;
      previous.disabled = !loops && index === 0;
      next.disabled = isAtEnd(index);
      if (previous.disabled && activeElement === previous) next.focus();
      if (next.disabled && activeElement === next) previous.focus();
    },
  };
}
