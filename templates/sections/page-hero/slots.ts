import type { PictureSlot } from "eventsite/kit";
import { ACROSS, onNarrow } from "../../components/picture-slots.ts";

/** By the framing; a diptych has two. */
export const slots = {
  "right-bleed": onNarrow(4 / 3, { ratio: 1, widths: [640, 960], sizes: "max(50vw, 40rem)" }),
  "full-bleed": onNarrow(1, { ratio: 21 / 9, ...ACROSS }),
  horizon: onNarrow(3 / 2, { ratio: 21 / 9, ...ACROSS }),
  diptych: { crops: [{ ratio: 4 / 5, widths: [560, 720], sizes: "(min-width: 60rem) 38vw, 60vw" }] },
  diptychSecond: { crops: [{ ratio: 1, widths: [360, 640], sizes: "(min-width: 60rem) 23vw, 36vw" }] },
  strip: onNarrow(2, { ratio: 3, ...ACROSS }),
} as const satisfies Readonly<Record<string, PictureSlot>>;
