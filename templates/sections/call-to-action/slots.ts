import type { PictureSlot } from "eventsite/kit";
import { ACROSS, NARROW, SQUARE } from "../../components/picture-slots.ts";

export const slots = {
  backdrop: {
    crops: [
      { media: NARROW, ratio: 1, ...SQUARE, sizes: "100vw" },
      { ratio: 5 / 2, ...ACROSS, sizes: "100vw" },
    ],
  },
} as const satisfies Readonly<Record<string, PictureSlot>>;
