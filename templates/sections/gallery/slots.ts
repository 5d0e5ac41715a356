import type { PictureSlot } from "eventsite/kit";
import { NARROW } from "../../components/picture-slots.ts";

export const slots = {
  wide: {
    crops: [
      { media: NARROW, ratio: 3 / 2, widths: [480, 800, 1200], sizes: "100vw" },
      { ratio: 3 / 2, widths: [640, 960, 1280, 1600], sizes: "66vw" },
    ],
  },
  tall: {
    crops: [
      { media: NARROW, ratio: 3 / 2, widths: [480, 800, 1200], sizes: "100vw" },
      { ratio: 4 / 5, widths: [320, 480, 640, 960], sizes: "33vw" },
    ],
  },
  square: {
    crops: [
      { media: NARROW, ratio: 3 / 2, widths: [480, 800, 1200], sizes: "100vw" },
      { ratio: 1, widths: [480, 640, 960], sizes: "42vw" },
    ],
  },
} as const satisfies Readonly<Record<string, PictureSlot>>;
