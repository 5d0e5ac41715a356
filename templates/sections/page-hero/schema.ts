import * as z from "zod";
import { action, anchor, image, text } from "../../kit/field.ts";

export const pageHeroSchema = z.strictObject({
  type: z.literal("page-hero").describe("The opening of an inner page, with the page's main heading."),
  id: anchor().optional(),
  heading: text(),
  lead: text().optional(),
  framing: z
    .enum(["right-bleed", "full-bleed", "diptych", "strip"])
    .default("right-bleed")
    .describe("How the picture stands to the words."),
  image: image().optional(),
  secondImage: image().optional().describe('The second, square picture of the "diptych" framing.'),
  caption: text().optional().describe('A small line under the picture: "Gala dinner. 18 minutes to doors."'),
  actions: z.array(action()).max(2).default([]),
});

export type PageHeroData = z.infer<typeof pageHeroSchema>;
