import { ACROSS, onNarrow } from "../../components/picture-slots.ts";

export const slots = {
  /** The start page's first picture: square on phones, across the screen and as high as it on desktops. */
  hero: onNarrow(1, { ratio: 16 / 9, ...ACROSS, sizes: "max(100vw, 178vh)" }),
} as const;
