import type { PictureSlot } from "eventsite/kit";

export const slots = {
  logo: { crops: [{ widths: [160, 320], sizes: "160px" }] },
} as const satisfies Readonly<Record<string, PictureSlot>>;
