import { anchor, references, text } from "eventsite/kit";
import * as z from "zod";

export const testimonialsSchema = z.strictObject({
  type: z.literal("testimonials").describe("What clients said, one quote at a time."),
  id: anchor().optional(),
  heading: text().describe("Shown above the quotes."),
  quotes: references("testimonials").describe(
    "File names of content/testimonials in display order; all when left out.",
  ),
  loop: z.boolean().default(true).describe("Whether the first quote follows the last."),
  seconds: z.number().min(3).max(60).default(5).describe("How long each quote is shown before the next one."),
});

export type TestimonialsData = z.infer<typeof testimonialsSchema>;
