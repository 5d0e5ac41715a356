// A gesture over the slides is a swipe or a scroll, decided once: by its first pixels, and by the browser where it takes the gesture to
// scroll the page. Glide decides at every step, by positions on the page, which move with a finger that scrolls.
import { type ComponentFunction, Swipe } from "@glidejs/glide/dist/glide.modular.esm.js";

/** Pixels that a finger moves before its direction counts. */
const SLOP_PX = 10;

type Gesture = "open" | "swipe" | "other";

export const DecidedSwipe: ComponentFunction = (glide, components, events) => {
  const swipe = Swipe(glide, components, events);
  let gesture: Gesture = "open";
  let start = { clientX: 0, clientY: 0 };
  const place = (event: Event) => swipe.touches(event) as Pick<Touch, "clientX" | "clientY">;
  const decide = ({ clientX, clientY }: typeof start): Gesture => {
    const x = Math.abs(clientX - start.clientX);
    const y = Math.abs(clientY - start.clientY);
    if (Math.hypot(x, y) < SLOP_PX) return "open";
    return x > y ? "swipe" : "other";
  };
  /** The slide goes back to where it was. */
  const onScroll = () => {
    if (gesture === "swipe") components.Move.make();
    gesture = "other";
  };
  return {
    ...swipe,
    mount() {
      swipe.mount.call(this);
      components.Html.root.addEventListener("pointercancel", onScroll);
    },
    start(event: Event) {
      gesture = "open";
      start = place(event);
      swipe.start.call(this, event);
    },
    move(event: Event) {
      if (gesture === "open") gesture = decide(place(event));
      if (gesture === "swipe") swipe.move.call(this, event);
    },
    threshold: (event: Event) =>
      gesture === "swipe" && event.type !== "touchcancel" ? swipe.threshold(event) : Number.POSITIVE_INFINITY,
  };
};
