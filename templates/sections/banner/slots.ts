import type { PictureSlot } from "eventsite/kit";
import { ACROSS, NARROW, SCREEN } from "../../components/picture-slots.ts";

export const slots = {
  banner: {
    crops: [
      { media: NARROW, ratio: 3 / 2, ...SCREEN, sizes: "100vw" },
      { ratio: 5 / 2, ...ACROSS, sizes: "100vw" },
    ],
  },
} as const satisfies Readonly<Record<string, PictureSlot>>;
