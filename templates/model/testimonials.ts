import * as z from "zod";
import { defineCollection } from "../kit/define-collection.ts";
import { order, text } from "../kit/field.ts";

/** content/testimonials: what clients said. */
export const testimonials = defineCollection({
  name: "testimonials",
  singular: "a testimonial",
  format: "yaml",
  schema: z.strictObject({
    name: text(),
    order: order(),
    role: text(),
    company: text(),
    /** The client's words, without quotation marks. */
    quote: text(),
    /** Stars, 1 to 5. */
    rating: z.int().min(1).max(5),
  }),
});
