// Slots for pictures that several sections or the running text have; a section's own are in its folder. When a layout changes, its slot
// changes with it: `sizes` says how wide CSS shows the picture, `ratio` what CSS shows of it. A picture in a frame with another ratio is
// cropped again by the browser.
import type { PictureSlot } from "eventsite/kit";

/** Below the widths at which sections are side by side. */
export const NARROW = "(max-width: 59.99rem)";
/** Widths of a picture across the screen. */
export const ACROSS = [640, 960, 1280, 1600, 2000];

export const sharedSlots = {
  service: { crops: [{ ratio: 3 / 2, widths: [120, 160, 240, 320], sizes: "(min-width: 60rem) 7.5rem, 6.5rem" }] },
  /** In running text, and wherever a picture is shown whole. */
  prose: { crops: [{ widths: [480, 640, 960, 1280], sizes: "(min-width: 48rem) 42rem, 100vw" }] },
} as const satisfies Readonly<Record<string, PictureSlot>>;
