// Uses Glide, which moves the slides and follows the finger (swipe.ts). Whether a slide can be read and reached is decided here too,
// because Glide makes copies for an endless row.
import Glide from "@glidejs/glide/dist/glide.modular.esm.js";
import { DecidedSwipe } from "./swipe.ts";

export type Target = "next" | "previous" | number;

export interface SliderOptions {
  /** "slide" moves a row, "fade" lays the slides over each other; CSS draws the fade. */
  readonly look: "fade" | "slide";
  readonly loops: boolean;
  readonly startAt: number;
  readonly reducedMotion: MediaQueryList;
  readonly onMove: (index: number) => void;
}

/** Glide's copies of slides, for an endless row. */
const COPY = "glide__slide--clone";

const SLIDE_MS = 400;
const PATTERNS = { next: ">", previous: "<" } as const;
const patternOf = (target: Target): string => (typeof target === "number" ? `=${target}` : PATTERNS[target]);

/** `root` holds the track, `data-glide-el="track"`, in it one element with the slides. Returns what moves them. */
export function createSlider(root: HTMLElement, options: SliderOptions): (target: Target) => void {
  layOut(root);
  const { look, loops, startAt, reducedMotion, onMove } = options;
  const duration = () => ({ animationDuration: reducedMotion.matches ? 1 : SLIDE_MS });
  const isFade = look === "fade";
  const glide = new Glide(root, {
    // Slides on top of each other need no copies to loop.
    type: loops && !isFade ? "carousel" : "slider",
    rewind: loops,
    startAt,
    gap: 0,
    ...duration(),
    swipeThreshold: 50,
    dragThreshold: 50,
    touchRatio: 1,
    // Any: the direction is decided before.
    touchAngle: 90,
  });
  let nextTarget: Target | undefined;
  glide.on(["build.after", "run"], () => showSlide(root, glide.index));
  glide.on("run", () => onMove(glide.index));
  glide.on("run.after", () => {
    const target = nextTarget;
    nextTarget = undefined;
    // Glide accepts the next command when its handlers are done.
    if (target !== undefined) queueMicrotask(() => glide.go(patternOf(target)));
  });
  glide.mount({ Swipe: DecidedSwipe });
  reducedMotion.addEventListener("change", () => glide.update(duration()));
  return (target) => {
    // While a slide is moving the last request is kept.
    if (glide.disabled) nextTarget = target;
    else glide.go(patternOf(target));
  };
}

/** Hides all slides but one, and the copies, from the eye, the keyboard and screen readers. */
function showSlide(root: HTMLElement, index: number): void {
  const slides = [...root.querySelectorAll<HTMLElement>("[data-glide-el] > * > *")];
  const [shown] = slides.filter(({ classList }) => !classList.contains(COPY)).slice(index);
  for (const slide of slides) slide.inert = slide !== shown;
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
