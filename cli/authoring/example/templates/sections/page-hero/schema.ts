import { action, anchor, image, markdown, text } from "eventsite/kit";
import * as z from "zod";

export const pageHeroSchema = z.strictObject({
  type: z.literal("page-hero").describe("Opens a page, with its main heading."),
  id: anchor().optional(),
  heading: text(),
  words: markdown().optional(),
  action: action().optional(),
  photo: image().optional(),
});

export type PageHeroData = z.infer<typeof pageHeroSchema>;
