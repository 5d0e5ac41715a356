import type { PictureSlot } from "eventsite/kit";
import { NARROW } from "../../components/picture-slots.ts";

export const slots = {
  backdrop: {
    crops: [
      { media: NARROW, ratio: 1, widths: [480, 800, 1200], sizes: "100vw" },
      { ratio: 5 / 2, widths: [1200, 1600, 2000], sizes: "100vw" },
    ],
  },
} as const satisfies Readonly<Record<string, PictureSlot>>;
