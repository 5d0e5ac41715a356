import { defineCollection, order, text } from "eventsite/kit";
import * as z from "zod";

/** content/testimonials: what clients said. */
export const testimonials = defineCollection({
  name: "testimonials",
  singular: "a testimonial",
  format: "yaml",
  schema: z.strictObject({
    name: text(),
    order: order(),
    role: text().meta({ description: "What the client does there.", examples: ["Event manager"] }),
    company: text().meta({
      description: "The company, or what kind of company it is.",
      examples: ["A software company"],
    }),
    quote: text().meta({
      description: "The client's words, without quotation marks.",
      examples: ["Everything was ready before the doors opened."],
    }),
    rating: z
      .int()
      .min(1)
      .max(5)
      .meta({ description: "Stars, 1 to 5.", examples: [5] }),
  }),
});
