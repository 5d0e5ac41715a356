import type { PictureSlot } from "eventsite/kit";

export const slots = {
  artist: {
    crops: [{ ratio: 4 / 5, widths: [480, 720], sizes: "(min-width: 60rem) 33vw, (min-width: 40rem) 50vw, 100vw" }],
  },
} as const satisfies Readonly<Record<string, PictureSlot>>;
