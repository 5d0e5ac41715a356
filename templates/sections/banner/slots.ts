import { ACROSS, onNarrow } from "../../components/picture-slots.ts";

export const slots = {
  banner: onNarrow(3 / 2, { ratio: 5 / 2, ...ACROSS }),
} as const;
