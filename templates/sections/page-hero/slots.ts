import type { PictureSlot } from "eventsite/kit";
import { ACROSS, NARROW } from "../../components/picture-slots.ts";

export const slots = {
  right: {
    crops: [
      { media: NARROW, ratio: 4 / 3, widths: [480, 800, 1200], sizes: "100vw" },
      { ratio: 1, widths: [640, 960, 1280], sizes: "max(50vw, 40rem)" },
    ],
  },
  full: {
    crops: [
      { media: NARROW, ratio: 1, widths: [480, 800, 1200], sizes: "100vw" },
      { ratio: 21 / 9, widths: ACROSS, sizes: "100vw" },
    ],
  },
  horizon: {
    crops: [
      { media: NARROW, ratio: 3 / 2, widths: [480, 800, 1200], sizes: "100vw" },
      { ratio: 21 / 9, widths: ACROSS, sizes: "100vw" },
    ],
  },
  diptych: {
    crops: [
      { media: NARROW, ratio: 4 / 5, widths: [320, 480, 800], sizes: "60vw" },
      { ratio: 4 / 5, widths: [480, 640, 960], sizes: "38vw" },
    ],
  },
  diptychSecond: {
    crops: [
      { media: NARROW, ratio: 1, widths: [240, 320, 480], sizes: "36vw" },
      { ratio: 1, widths: [320, 480, 640], sizes: "23vw" },
    ],
  },
  strip: {
    crops: [
      { media: NARROW, ratio: 2, widths: [480, 800, 1200], sizes: "100vw" },
      { ratio: 3, widths: [960, 1280, 1600, 2000], sizes: "100vw" },
    ],
  },
} as const satisfies Readonly<Record<string, PictureSlot>>;
