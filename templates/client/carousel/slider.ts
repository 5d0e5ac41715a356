// Uses Glide, which moves the slides and follows the finger (swipe.ts). Whether a slide can be read and reached is decided here too,
// because Glide makes copies for an endless row.
import Glide from "@glidejs/glide/dist/glide.modular.esm.js";
import { DecidedSwipe } from "./swipe.ts";

type Target = "next" | "previous" | number;

export interface SliderOptions {
  /** "slide" moves a row, "fade" lays the slides over each other; CSS draws the fade. */
  readonly look: "fade" | "slide";
  readonly loops: boolean;
  readonly startAt: number;
  readonly reducesMotion: boolean;
  readonly onMove: (index: number) => void;
}

/** Glide's copies of slides, for an endless row. */
const COPY = "glide__slide--clone";

const SLIDE_MS = 400;
const patternOf = (target: Target): string => (target === "next" ? ">" : target === "previous" ? "<" : `=${target}`);
const duration = (reducesMotion: boolean): number => (reducesMotion ? 1 : SLIDE_MS);

/** `root` holds the track, `data-glide-el="track"`, in it one element with the slides. */
export function createSlider(root: HTMLElement, options: SliderOptions) {
  layOut(root);
  const { look, loops, startAt, reducesMotion, onMove } = options;
  const isFade = look === "fade";
  const glide = new Glide(root, {
    // Slides on top of each other need no copies to loop.
    type: loops && !isFade ? "carousel" : "slider",
    rewind: loops,
    startAt,
    gap: 0,
    animationDuration: duration(reducesMotion),
    swipeThreshold: 50,
    dragThreshold: 50,
    touchRatio: 1,
    // Any: the direction is decided before.
    touchAngle: 90,
  });
  let nextTarget: Target | undefined;
  glide.on("build.after", () => hideCopies(root));
  glide.on("run", () => {
    showSlide(root, glide.index);
    onMove(glide.index);
  });
  glide.on("run.after", () => {
    const target = nextTarget;
    nextTarget = undefined;
    // Glide accepts the next command when its handlers are done.
    if (target !== undefined) queueMicrotask(() => glide.go(patternOf(target)));
  });
  glide.mount({ Swipe: DecidedSwipe });
  showSlide(root, glide.index);
  return {
    go(target: Target): void {
      // While a slide is moving the last request is kept.
      if (glide.disabled) nextTarget = target;
      else glide.go(patternOf(target));
    },
    setMotion: (reduced: boolean) => void glide.update({ animationDuration: duration(reduced) }),
  };
}

function hideCopies(root: HTMLElement): void {
  for (const copy of root.querySelectorAll<HTMLElement>(`.${COPY}`)) {
    copy.inert = true;
    copy.ariaHidden = "true";
  }
}

const slidesOf = (root: HTMLElement): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>("[data-glide-el] > * > *")].filter((slide) => !slide.classList.contains(COPY));

/** Hides all slides but one, from the eye, the keyboard and screen readers. */
function showSlide(root: HTMLElement, index: number): void {
  for (const [position, slide] of slidesOf(root).entries()) slide.inert = position !== index;
}

/** Style sheets lay the slides out side by side or over each other; by the second frame the waiting ones are out of sight, and may fade. */
function layOut(root: HTMLElement): void {
  root.dataset.alive = "";
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      root.dataset.alive = "settled";
    }),
  );
}
