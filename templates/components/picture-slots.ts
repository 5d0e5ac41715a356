// Slots for pictures that several sections or the running text have; a section's own are in its folder. When a layout changes, its slot
// changes with it: `sizes` says how wide CSS shows the picture, `ratio` what CSS shows of it. A picture in a frame with another ratio is
// cropped again by the browser. Each width costs a file of every picture in the slot: it is worth that where many screens show about as many
// pixels and the next larger file is half as large again.
import type { PictureCrop, PictureSlot } from "eventsite/kit";

/** Below the widths at which sections are side by side. */
export const NARROW = "(max-width: 59.99rem)";
/** The crop across a screen that is not narrow. */
export const ACROSS = { widths: [1280, 1600, 2000], least: 960, sizes: "100vw" };

/**
 * Across narrow screens in a shape of its own, on others as `wide` says. Phones show at least two pixels a point, and nobody sees the third;
 * a picture that is as high as it is wide has enough of one width.
 */
export const onNarrow = (ratio: number, wide: PictureCrop & { readonly media?: undefined }): PictureSlot => ({
  crops: [{ media: NARROW, ratio, widths: ratio === 1 ? [800] : [800, 1200], least: 480, sizes: "100vw" }, wide],
});

export const sharedSlots = {
  service: { crops: [{ ratio: 3 / 2, widths: [120, 240], sizes: "(min-width: 60rem) 7.5rem, 6.5rem" }] },
  /** In running text, and wherever a picture is shown whole. */
  prose: { crops: [{ widths: [640, 1280], sizes: "(min-width: 48rem) 42rem, 100vw" }] },
} as const satisfies Readonly<Record<string, PictureSlot>>;
