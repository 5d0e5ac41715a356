import type { PictureSlot } from "eventsite/kit";
import { onNarrow } from "../../components/picture-slots.ts";

export const slots = {
  wide: { crops: [{ ratio: 3 / 2, widths: [960, 1200], least: 640, sizes: "(min-width: 60rem) 66vw, 100vw" }] },
  tall: onNarrow(3 / 2, { ratio: 4 / 5, widths: [480, 720], sizes: "33vw" }),
  square: onNarrow(3 / 2, { ratio: 1, widths: [640, 960], sizes: "42vw" }),
} as const satisfies Readonly<Record<string, PictureSlot>>;
