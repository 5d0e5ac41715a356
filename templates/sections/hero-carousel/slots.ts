import type { PictureSlot } from "eventsite/kit";
import { ACROSS, NARROW, SQUARE } from "../../components/picture-slots.ts";

export const slots = {
  /** The start page's first picture: square on phones, across the screen and as high as it on desktops. */
  hero: {
    crops: [
      { media: NARROW, ratio: 1, ...SQUARE, sizes: "100vw" },
      { ratio: 16 / 9, ...ACROSS, sizes: "max(100vw, 178vh)" },
    ],
  },
} as const satisfies Readonly<Record<string, PictureSlot>>;
