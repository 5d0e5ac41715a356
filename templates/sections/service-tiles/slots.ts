import type { PictureSlot } from "eventsite/kit";
import { NARROW } from "../../components/picture-slots.ts";

export const slots = {
  tile: {
    crops: [
      { media: NARROW, ratio: 1, widths: [400, 640], sizes: "50vw" },
      { ratio: 8 / 9, widths: [480, 800], sizes: "33vw" },
    ],
  },
  /** The last of an odd number, which has a row of two to itself. */
  lastTile: {
    crops: [
      { media: NARROW, ratio: 16 / 9, widths: [480, 640, 960, 1280], sizes: "100vw" },
      { ratio: 8 / 9, widths: [400, 640, 960], sizes: "33vw" },
    ],
  },
} as const satisfies Readonly<Record<string, PictureSlot>>;
