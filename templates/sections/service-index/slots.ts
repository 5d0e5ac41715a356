import type { PictureSlot } from "eventsite/kit";

export const slots = {
  group: { crops: [{ ratio: 3 / 2, widths: [480, 960], sizes: "(min-width: 60rem) 31vw, 100vw" }] },
} as const satisfies Readonly<Record<string, PictureSlot>>;
