import type { PictureSlot } from "eventsite/kit";

export const slots = {
  story: { crops: [{ ratio: 3 / 2, widths: [960, 1280], least: 640, sizes: "(min-width: 60rem) 58vw, 100vw" }] },
} as const satisfies Readonly<Record<string, PictureSlot>>;
