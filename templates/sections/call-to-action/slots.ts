import type { PictureSlot } from "eventsite/kit";
import { ACROSS, NARROW, SQUARE } from "../../components/picture-slots.ts";

export const slots = {
  backdrop: {
    crops: [
      { media: NARROW, ratio: 1, widths: SQUARE, sizes: "100vw" },
      { ratio: 5 / 2, widths: ACROSS, sizes: "100vw" },
    ],
  },
} as const satisfies Readonly<Record<string, PictureSlot>>;
