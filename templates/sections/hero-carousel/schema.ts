import * as z from "zod";
import { action, anchor, image, text } from "../../kit/field.ts";

/** The opening of the start page: one sentence over a few full-width pictures. */
export const heroCarouselSchema = z.strictObject({
  type: z.literal("hero-carousel"),
  /** A name for links to this part of the page, as in /page#name. */
  id: anchor().optional(),
  /** Names the region for screen readers. */
  label: text(),
  heading: text(),
  lead: text(),
  slides: z.array(z.strictObject({ image: image(), caption: text() })).min(1),
  actions: z.array(action()).min(1).max(2),
});

export type HeroCarouselData = z.infer<typeof heroCarouselSchema>;
