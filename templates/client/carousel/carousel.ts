// A carousel after the ARIA practices guide. Its slides are HTML that scrolls sideways; once this code is there, they move by themselves, can
// be stopped, and one at a time is shown.
import { createSlider, type SliderOptions } from "./slider.ts";

export interface CarouselProps extends Pick<SliderOptions, "look" | "loops"> {
  /** How long a slide is shown. */
  readonly seconds: number;
}

/** `island` holds the element `.carousel` with its controls and `.strip`, the row of slides. */
export function carousel(island: HTMLElement, props: CarouselProps): void {
  const root = island.querySelector(".carousel") as HTMLElement;
  const strip = root.querySelector(".strip") as HTMLElement;
  const slide = strip.scrollLeft / Math.max(1, strip.clientWidth);
  // The loader empties it when nobody has done anything by then.
  const start = () => takeOver(root, strip, props, island.dataset.due === "");
  // A finger may be moving the slides already: it comes to its end first.
  if (Math.abs(slide - Math.round(slide)) > 0.01 && "onscrollend" in strip)
    strip.addEventListener("scrollend", start, { once: true });
  else start();
}

function takeOver(
  root: HTMLElement,
  strip: HTMLElement,
  { look, loops, seconds }: CarouselProps,
  isDue: boolean,
): void {
  const button = (name: string) => root.querySelector(name) as HTMLButtonElement;
  const [pause, previous, next] = [button(".pause"), button(".previous"), button(".next")];
  const dots = [...root.querySelectorAll<HTMLElement>(".dot")];
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let choice: "play" | "pause" | undefined;
  let isHovered = root.matches(":hover");
  let isPressed = false;
  /** A button that was clicked keeps the focus although nobody is there any more: only a focus that came otherwise counts. */
  let isFocusHeld = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let index = Math.round(strip.scrollLeft / Math.max(1, strip.clientWidth));

  /** Every change begins the slide's time again, so that it has all of it after a click or a swipe as well. */
  const update = () => {
    // Reduced motion begins paused, and a visitor may still ask for movement.
    const paused = choice === undefined ? still.matches : choice === "pause";
    const isAtEnd = !loops && index === dots.length - 1;
    const isAttended = isHovered || (isFocusHeld && root.matches(":focus-within"));
    const moves = !paused && !isAttended && !document.hidden && !isAtEnd;
    clearTimeout(timer);
    if (moves) timer = setTimeout(() => slider.go("next"), seconds * 1000);
    strip.ariaLive = moves ? "off" : "polite";
    pause.classList.toggle("paused", paused);
    pause.ariaLabel = (paused ? pause.dataset.play : pause.dataset.pause) ?? "";
    for (const [position, dot] of dots.entries()) dot.ariaCurrent = position === index ? "true" : null;
    // A button that is disabled in use would lose the focus; its counterpart gets it.
    const { activeElement } = document;
    previous.disabled = !loops && index === 0;
    next.disabled = isAtEnd;
    if (previous.disabled && activeElement === previous) next.focus();
    if (next.disabled && activeElement === next) previous.focus();
  };

  strip.scrollLeft = 0;
  strip.removeAttribute("tabindex");
  const slider = createSlider(root, {
    look,
    loops,
    startAt: index,
    reducesMotion: still.matches,
    onMove(shown) {
      index = shown;
      update();
    },
  });
  const hover = (isOver: boolean) => () => {
    isHovered = isOver;
    update();
  };
  root.addEventListener("pointerenter", hover(true));
  root.addEventListener("pointerleave", hover(false));
  root.addEventListener("pointerdown", () => {
    isPressed = true;
  });
  root.addEventListener("pointerup", () => {
    isPressed = false;
  });
  root.addEventListener("focusin", () => {
    isFocusHeld = !isPressed;
    update();
  });
  root.addEventListener("focusout", () => queueMicrotask(update));
  document.addEventListener("visibilitychange", update);
  // Also while the page is open; what a visitor chose before is forgotten then.
  still.addEventListener("change", () => {
    if (still.matches) choice = undefined;
    slider.setMotion(still.matches);
    update();
  });
  root.addEventListener("keydown", (event) => {
    isFocusHeld = true;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const target = event.key === "ArrowRight" ? "next" : event.key === "ArrowLeft" ? "previous" : undefined;
    if (target === undefined) return;
    event.preventDefault();
    slider.go(target);
  });
  pause.addEventListener("click", () => {
    choice = pause.classList.contains("paused") ? "play" : "pause";
    update();
  });
  previous.addEventListener("click", () => slider.go("previous"));
  next.addEventListener("click", () => slider.go("next"));
  for (const [position, dot] of dots.entries()) dot.addEventListener("click", () => slider.go(position));
  update();
  if (isDue && strip.ariaLive === "off") slider.go("next");
}
