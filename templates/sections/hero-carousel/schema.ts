import * as z from "zod";
import { action, anchor, image, text } from "../../kit/field.ts";

export const heroCarouselSchema = z.strictObject({
  type: z
    .literal("hero-carousel")
    .describe("The opening of the start page: one sentence over a few full-width pictures."),
  id: anchor().optional(),
  label: text().describe("Names the region for screen readers."),
  heading: text(),
  lead: text(),
  slides: z.array(z.strictObject({ image: image(), caption: text() })).min(1),
  actions: z.array(action()).min(1).max(2),
});

export type HeroCarouselData = z.infer<typeof heroCarouselSchema>;
