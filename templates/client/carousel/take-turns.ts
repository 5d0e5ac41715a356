// A carousel whose code is not loaded yet: its slides take turns, and the controls say which one is shown. No library, because every
// visitor loads this, and many never touch a carousel.
import type { Standby } from "eventsite/kit";
import type { CarouselProps } from "./Carousel.tsx";
import { followSwipes } from "./first-swipe.ts";
import { mayMove } from "./motion.ts";
import { layOut, showSlide } from "./shown-slide.ts";

const SLIDE_MS = 400;

export const takeTurns: Standby<CarouselProps> = (island, { count, look, loops, seconds, words }, wake) => {
  const root = island.querySelector<HTMLElement>(".carousel");
  const strip = root?.querySelector<HTMLElement>("[data-glide-el]");
  const row = strip?.firstElementChild as HTMLElement | null | undefined;
  const reducesMotion = matchMedia("(prefers-reduced-motion: reduce)").matches;
  // With scrolled slides or reduced motion, the controls match.
  if (!root || !strip || !row || reducesMotion || strip.scrollLeft > 0) {
    wake();
    return undefined;
  }
  let index = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  const dots = root.querySelectorAll(".dot");
  const first = showSlide(root, 0)[0];
  const endLayOut = layOut(root);
  followSwipes(root, words);

  const place = (position: number, durationMs: number) => {
    if (look === "fade") return;
    // Behind the last slide comes the first one again, from the same side.
    if (first) first.style.transform = position === count ? `translateX(${count * 100}%)` : "";
    row.style.transition = durationMs > 0 ? `transform ${durationMs}ms` : "";
    row.style.transform = position === 0 ? "" : `translateX(${position * -100}%)`;
  };
  const mark = (shown: number) => {
    for (const [position, dot] of dots.entries()) dot.ariaCurrent = position === shown ? "true" : null;
  };
  const advance = () => {
    place(index + 1, SLIDE_MS);
    index = (index + 1) % count;
    root.dataset.shown = String(index);
    showSlide(root, index);
    mark(index);
    follow();
  };
  const onArrival = () => place(index, 0);
  const follow = () => {
    const isAtEnd = !loops && index === count - 1;
    const moves = mayMove({ choice: undefined, reducesMotion, isAttended: false, isHidden: document.hidden, isAtEnd });
    strip.ariaLive = moves ? "off" : "polite";
    if (!moves) clearInterval(timer);
    if (!moves) timer = undefined;
    else timer ??= setInterval(advance, seconds * 1000);
  };
  row.addEventListener("transitionend", onArrival);
  document.addEventListener("visibilitychange", follow);
  follow();

  // The controls are reset to their HTML before the code hydrates them.
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", follow);
    row.removeEventListener("transitionend", onArrival);
    endLayOut();
    place(index, 0);
    mark(0);
    strip.ariaLive = "polite";
  };
};
