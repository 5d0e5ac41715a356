import { action, anchor, image, text } from "eventsite/kit";
import * as z from "zod";

export const heroCarouselSchema = z.strictObject({
  type: z
    .literal("hero-carousel")
    .describe("The opening of the start page: one sentence over a few full-width pictures."),
  id: anchor().optional(),
  label: text().describe("Names the region for screen readers."),
  heading: text(),
  lead: text(),
  slides: z.array(z.strictObject({ image: image(), caption: text() })).min(1),
  loop: z.boolean().default(true).describe("Whether the first picture follows the last."),
  seconds: z.number().min(3).max(60).default(10).describe("How long each picture is shown before the next one."),
  actions: z.array(action()).min(1).max(2),
});

export type HeroCarouselData = z.infer<typeof heroCarouselSchema>;
