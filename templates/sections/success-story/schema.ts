import { anchor, image, text } from "eventsite/kit";
import * as z from "zod";

export const successStorySchema = z.strictObject({
  type: z.literal("success-story").describe("One event that was held, with the client's words."),
  id: anchor().optional(),
  heading: text(),
  title: text(),
  text: text(),
  image: image(),
  facts: z.array(z.strictObject({ value: text(), label: text() })).default([]),
  quote: z.strictObject({
    text: text(),
    name: text(),
    role: text(),
    rating: z.int().min(1).max(5).describe("Stars, 1 to 5."),
  }),
});

export type SuccessStoryData = z.infer<typeof successStorySchema>;
