import type { PictureSlot } from "eventsite/kit";
import { ACROSS, NARROW, SCREEN, SQUARE } from "../../components/picture-slots.ts";

export const slots = {
  right: {
    crops: [
      { media: NARROW, ratio: 4 / 3, ...SCREEN, sizes: "100vw" },
      { ratio: 1, widths: [640, 960], sizes: "max(50vw, 40rem)" },
    ],
  },
  full: {
    crops: [
      { media: NARROW, ratio: 1, ...SQUARE, sizes: "100vw" },
      { ratio: 21 / 9, ...ACROSS, sizes: "100vw" },
    ],
  },
  horizon: {
    crops: [
      { media: NARROW, ratio: 3 / 2, ...SCREEN, sizes: "100vw" },
      { ratio: 21 / 9, ...ACROSS, sizes: "100vw" },
    ],
  },
  diptych: { crops: [{ ratio: 4 / 5, widths: [560, 720], sizes: "(min-width: 60rem) 38vw, 60vw" }] },
  diptychSecond: { crops: [{ ratio: 1, widths: [360, 640], sizes: "(min-width: 60rem) 23vw, 36vw" }] },
  strip: {
    crops: [
      { media: NARROW, ratio: 2, ...SCREEN, sizes: "100vw" },
      { ratio: 3, ...ACROSS, sizes: "100vw" },
    ],
  },
} as const satisfies Readonly<Record<string, PictureSlot>>;
