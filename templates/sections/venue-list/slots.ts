import type { PictureSlot } from "eventsite/kit";
import { ACROSS, NARROW, onNarrow } from "../../components/picture-slots.ts";

export const slots = {
  card: { crops: [{ ratio: 3 / 2, widths: [640, 1200], least: 480, sizes: "(min-width: 60rem) 34rem, 100vw" }] },
  /** The first of three, as tall as the two beside it. */
  lead: {
    crops: [
      { media: NARROW, ratio: 3 / 2, widths: [800, 1200], least: 480, sizes: "92vw" },
      { ratio: 8 / 9, widths: [800], least: 480, sizes: "50rem" },
    ],
  },
  chapter: onNarrow(3 / 2, { ratio: 21 / 9, ...ACROSS }),
  /** A chapter's picture that leaves room for the name beside it. */
  inset: onNarrow(3 / 2, { ratio: 16 / 9, widths: [1000, 1600], least: 640, sizes: "67vw" }),
} as const satisfies Readonly<Record<string, PictureSlot>>;
