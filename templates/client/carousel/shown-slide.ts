// Which slide of a carousel can be seen, read and reached.

/** Glide's copies of slides, for an endless row. */
export const COPY = "glide__slide--clone";
/** Glide's name for a carousel that it moves with the finger. */
export const SWIPEABLE = "glide--swipeable";

const slidesOf = (root: HTMLElement): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>("[data-glide-el] > * > *")].filter((slide) => !slide.classList.contains(COPY));

/** Hides all slides but one, from the eye, the keyboard and screen readers. Returns them all. */
export function showSlide(root: HTMLElement, index: number): HTMLElement[] {
  const slides = slidesOf(root);
  for (const [position, slide] of slides.entries()) slide.inert = position !== index;
  return slides;
}

/** Style sheets lay the slides out side by side or over each other; by the second frame the waiting ones are out of sight, and may fade. */
export function layOut(root: HTMLElement): () => void {
  root.dataset.alive = "";
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => {
      root.dataset.alive = "settled";
    });
  });
  return () => cancelAnimationFrame(frame);
}
