import type { PictureSlot } from "eventsite/kit";
import { NARROW, SCREEN } from "../../components/picture-slots.ts";

export const slots = {
  wide: { crops: [{ ratio: 3 / 2, widths: [960, 1200], least: 640, sizes: "(min-width: 60rem) 66vw, 100vw" }] },
  tall: {
    crops: [
      { media: NARROW, ratio: 3 / 2, ...SCREEN, sizes: "100vw" },
      { ratio: 4 / 5, widths: [480, 720], sizes: "33vw" },
    ],
  },
  square: {
    crops: [
      { media: NARROW, ratio: 3 / 2, ...SCREEN, sizes: "100vw" },
      { ratio: 1, widths: [640, 960], sizes: "42vw" },
    ],
  },
} as const satisfies Readonly<Record<string, PictureSlot>>;
