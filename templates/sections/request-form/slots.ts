import type { PictureSlot } from "eventsite/kit";
import { onNarrow } from "../../components/picture-slots.ts";

export const slots = {
  side: onNarrow(1, { ratio: 2 / 3, widths: [600, 960], sizes: "max(42vw, 44rem)" }),
  panel: { crops: [{ ratio: 3 / 2, widths: [640, 960], sizes: "(min-width: 60rem) 40vw, 100vw" }] },
} as const satisfies Readonly<Record<string, PictureSlot>>;
