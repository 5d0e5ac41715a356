import { ACROSS, onNarrow } from "../../components/picture-slots.ts";

export const slots = {
  backdrop: onNarrow(1, { ratio: 5 / 2, ...ACROSS }),
} as const;
