// Slots for pictures that several sections or the running text have; a section's own are in its folder. When a layout changes, its slot
// changes with it: `sizes` says how wide CSS shows the picture, `ratio` what CSS shows of it. A picture in a frame with another ratio is
// cropped again by the browser. Each width costs a file of every picture in the slot: it is worth that where many screens show about as many
// pixels and the next larger file is half as large again.
import type { PictureSlot } from "eventsite/kit";

/** Below the widths at which sections are side by side. */
export const NARROW = "(max-width: 59.99rem)";
/** Widths of a picture across a screen that is not narrow. */
export const ACROSS = { widths: [1280, 1600, 2000], least: 960 };
/** Widths of a picture across a narrow one. Phones show at least two pixels a point, and nobody sees the third. */
export const SCREEN = { widths: [800, 1200], least: 480 };
/** The same where the picture is as high as it is wide. */
export const SQUARE = { widths: [800], least: 480 };

export const sharedSlots = {
  service: { crops: [{ ratio: 3 / 2, widths: [120, 240], sizes: "(min-width: 60rem) 7.5rem, 6.5rem" }] },
  /** In running text, and wherever a picture is shown whole. */
  prose: { crops: [{ widths: [640, 1280], sizes: "(min-width: 48rem) 42rem, 100vw" }] },
} as const satisfies Readonly<Record<string, PictureSlot>>;
