// A carousel after the ARIA practices guide. Its slides are HTML that scrolls sideways. With this code they move by themselves, can
// be stopped, and one at a time is shown.
import { watchAttention } from "./attention.ts";
import { createControls } from "./carousel-controls.ts";
import { createSlider, type SliderOptions, type Target } from "./slider.ts";

export interface CarouselProps extends Pick<SliderOptions, "look" | "loops"> {
  /** How long a slide is shown. */
  readonly seconds: number;
}

/** `island` holds the element `.carousel` with its controls and `.strip`, the row of slides. */
export function carousel(island: HTMLElement, props: CarouselProps): void {
  const root = island.querySelector(".carousel") as HTMLElement;
  const strip = root.querySelector(".strip") as HTMLElement;
  const slide = slidesScrolled(strip);
  // The loader empties `due` where the visitor has done nothing by that time.
  const start = () => takeOver(root, strip, props, island.dataset.due === "");
  // A finger may be moving the slides already: that movement ends first.
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
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  /** What the visitor chose. Without a choice reduced motion begins paused; there, too, a visitor may ask for movement. */
  let isPausedByChoice: boolean | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let index = Math.round(slidesScrolled(strip));
  const isPaused = () => isPausedByChoice ?? still.matches;

  /** Every change begins the slide's time again, so that it has all of it after a click or a swipe as well. */
  const update = () => {
    const moves = !isPaused() && !isAttended() && !document.hidden && !controls.isAtEnd(index);
    clearTimeout(timer);
    if (moves) timer = setTimeout(go, seconds * 1000, "next");
    strip.setAttribute("aria-live", moves ? "off" : "polite");
    controls.show(index, isPaused());
    return moves;
  };

  strip.scrollLeft = 0;
  strip.removeAttribute("tabindex");
  const go = createSlider(root, {
    look,
    loops,
    startAt: index,
    reducedMotion: still,
    onMove(position) {
      index = position;
      update();
    },
  });
  const controls = createControls(root, loops, go, () => {
    isPausedByChoice = !isPaused();
    update();
  });
  const isAttended = watchAttention(root, update);
  root.addEventListener("keydown", (event) => goByArrow(event, go));
  document.addEventListener("visibilitychange", update);
  // The setting may change while the page is open. It replaces what a visitor chose before.
  still.addEventListener("change", () => {
    if (still.matches) isPausedByChoice = undefined;
    update();
  });
  if (update() && isDue) go("next");
}

function goByArrow(event: KeyboardEvent, go: (target: Target) => void): void {
  const target = ARROWS[event.key];
  if (target === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(target);
}

const ARROWS: Readonly<Record<string, Target>> = { ArrowRight: "next", ArrowLeft: "previous" };

/** By how many slides a row is scrolled. */
const slidesScrolled = (strip: HTMLElement): number => strip.scrollLeft / Math.max(1, strip.clientWidth);
