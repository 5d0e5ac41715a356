import * as z from "zod";
import { anchor, reference, text } from "../../kit/field.ts";

/** What clients said, one quote at a time. */
export const testimonialsSchema = z.strictObject({
  type: z.literal("testimonials"),
  /** A name for links to this part of the page, as in /page#name. */
  id: anchor().optional(),
  /** Shown above the quotes. */
  heading: text(),
  /** File names of content/testimonials in display order; all when left out. */
  quotes: z.array(reference("testimonials")).min(1).optional(),
});

export type TestimonialsData = z.infer<typeof testimonialsSchema>;
